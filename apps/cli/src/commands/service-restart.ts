import { getEnvironment, restartService } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findService } from '../connection/find-service.ts'

export const serviceRestart = defineCommand({
  path: 'service restart',
  summary: 'Restart a service.',
  arguments: [{ name: 'SERVICE', summary: 'Service name or ID.' }],
  options: environmentOption,
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const { id, label } = await findEnvironment(context, connection, input.text('env'))
    const { services } = await client.call(getEnvironment, { id })
    const service = findService(services, input.positionals[0] ?? '')
    const restarted = await client.call(restartService, { id, serviceId: service.id })
    context.output.show(restarted ?? service, () => [`Longshore is restarting ${service.name} in ${label}.`])
    return 0
  },
})
