import { createDeployment } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { readPairs } from '../arguments/pairs.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { followDeployment } from '../deployments/follow.ts'
import { reportStarted } from '../deployments/report-started.ts'

export const followOptions = {
  follow: { type: 'boolean', short: 'f', summary: 'Follow the steps until the deployment is live or fails.' },
  logs: { type: 'boolean', summary: 'Follow with all log lines, even in a terminal.' },
} as const

export const deploy = defineCommand({
  path: 'deploy',
  summary: 'Deploy an environment.',
  details:
    "Deploys the branch's latest commit by default. With --follow, exits with 0 if the deployment goes live, otherwise with 7.",
  options: {
    ...environmentOption,
    ...followOptions,
    commit: { type: 'string', value: 'SHA', summary: "Commit to deploy (default: the branch's latest)." },
    branch: { type: 'string', value: 'NAME', summary: "Branch to deploy instead of the environment's." },
    image: {
      type: 'string',
      multiple: true,
      value: 'SERVICE=IMAGE@DIGEST',
      summary: "Image built by CI. Longshore doesn't build this service.",
    },
    'clear-cache': { type: 'boolean', summary: 'Rebuild everything without the cache.' },
  },
  examples: [
    'longshore deploy --follow',
    'longshore deploy --env shop/production --image web=registry.example.com/shop@sha256:… --follow',
  ],
  async run(context, input) {
    const connection = await connect(context)
    const { client, url } = connection
    const environment = await findEnvironment(context, connection, input.text('env'))
    const images = readPairs(input.list('image'), '--image')
    const deployment = await client.call(createDeployment, {
      id: environment.id,
      body: {
        commit: input.text('commit'),
        branch: input.text('branch'),
        ...(input.flag('clear-cache') ? { clearCache: true } : {}),
        ...(images.size === 0 ? {} : { images: Object.fromEntries(images) }),
      },
    })
    if (!input.flag('follow') && !input.flag('logs')) return reportStarted(context, environment, deployment)
    return await followDeployment(context, { client, url, environment, deployment, hasWholeLog: input.flag('logs') })
  },
})
