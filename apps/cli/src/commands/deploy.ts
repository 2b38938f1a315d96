import { createDeployment } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { readPairs } from '../arguments/pairs.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { followDeployment } from '../deployments/follow.ts'
import { tellStarted } from '../deployments/tell-started.ts'

export const followOptions = {
  follow: { type: 'boolean', short: 'f', summary: 'Shows its steps until it is live or failed.' },
  logs: { type: 'boolean', summary: 'Follows with every line of the log, also on a terminal.' },
} as const

export const deploy = defineCommand({
  path: 'deploy',
  summary: 'Deploy an environment.',
  details:
    'Deploys the tip of the branch unless told otherwise. With --follow the exit code is 0 when it became live and 7 when it did not.',
  options: {
    ...environmentOption,
    ...followOptions,
    commit: { type: 'string', value: 'SHA', summary: 'This commit; default: the tip of the branch.' },
    branch: { type: 'string', value: 'NAME', summary: 'Another branch than that of the environment.' },
    image: {
      type: 'string',
      multiple: true,
      value: 'SERVICE=IMAGE@DIGEST',
      summary: 'An image that CI built: nothing is built for this service.',
    },
    'clear-cache': { type: 'boolean', summary: 'Builds everything anew.' },
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
    if (!input.flag('follow') && !input.flag('logs')) return tellStarted(context, environment, deployment)
    return await followDeployment(context, { client, url, environment, deployment, hasWholeLog: input.flag('logs') })
  },
})
