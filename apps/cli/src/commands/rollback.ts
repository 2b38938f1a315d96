import { rollBackDeployment } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findDeployment, findPrevious } from '../deployments/find-deployment.ts'
import { followDeployment } from '../deployments/follow.ts'
import { reportStarted } from '../deployments/report-started.ts'
import { followOptions } from './deploy.ts'

export const rollback = defineCommand({
  path: 'rollback',
  summary: 'Roll back to an earlier version.',
  details: "Brings back the deployment's images, services, and variables. Doesn't undo database migrations.",
  arguments: [{ name: 'NUMBER', summary: 'Deployment number (default: the previous version).', isOptional: true }],
  options: { ...environmentOption, ...followOptions },
  examples: ['longshore rollback --follow', 'longshore rollback 40'],
  async run(context, input) {
    const connection = await connect(context)
    const { client, url } = connection
    const environment = await findEnvironment(context, connection, input.text('env'))
    const asked = input.positionals[0]
    const to =
      asked === undefined ? await findPrevious(client, environment) : await findDeployment(client, environment, asked)
    const deployment = await client.call(rollBackDeployment, { id: environment.id, did: to.id })
    context.output.note(`Rolling back to deployment ${to.number}. Database migrations since then aren't undone.`)
    if (!input.flag('follow') && !input.flag('logs')) return reportStarted(context, environment, deployment)
    return await followDeployment(context, { client, url, environment, deployment, hasWholeLog: input.flag('logs') })
  },
})
