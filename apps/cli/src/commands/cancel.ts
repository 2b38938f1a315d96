import { cancelDeployment } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findDeployment, findRunning } from '../deployments/find-deployment.ts'

export const cancel = defineCommand({
  path: 'cancel',
  summary: 'Cancel a deployment. The live version keeps running.',
  arguments: [{ name: 'NUMBER', summary: 'Deployment number (default: the running one).', isOptional: true }],
  options: environmentOption,
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const environment = await findEnvironment(context, connection, input.text('env'))
    const asked = input.positionals[0]
    const found =
      asked === undefined ? await findRunning(client, environment) : await findDeployment(client, environment, asked)
    const deployment = await client.call(cancelDeployment, { id: environment.id, did: found.id })
    context.output.show(deployment, () => [
      `Deployment ${deployment.number} of ${environment.label} is ${deployment.status}.`,
    ])
    return 0
  },
})
