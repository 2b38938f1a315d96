import { promoteEnvironment } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { followDeployment } from '../deployments/follow.ts'
import { reportStarted } from '../deployments/report-started.ts'
import { followOptions } from './deploy.ts'

export const promote = defineCommand({
  path: 'promote',
  summary: 'Deploy what is live in another environment of the project.',
  details: "Uses the same images with this environment's settings and variables. Nothing is built.",
  arguments: [
    { name: 'FROM', summary: 'Environment to promote: a name in the linked project, PROJECT/NAME, or an ID.' },
  ],
  options: { ...environmentOption, ...followOptions },
  examples: ['longshore promote shop/staging --env shop/production --follow'],
  async run(context, input) {
    const connection = await connect(context)
    const { client, url } = connection
    const environment = await findEnvironment(context, connection, input.text('env'))
    const from = await findEnvironment(context, connection, input.positionals[0])
    const deployment = await client.call(promoteEnvironment, {
      id: environment.id,
      body: { fromEnvironmentId: from.id },
    })
    if (!input.flag('follow') && !input.flag('logs')) return reportStarted(context, environment, deployment)
    return await followDeployment(context, { client, url, environment, deployment, hasWholeLog: input.flag('logs') })
  },
})
