import { toServiceRequest, withService } from '@longshore/sdk/remedies'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { changeServices, showConfigured } from '../connection/configure-services.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findService } from '../connection/find-service.ts'
import { CliError } from '../exit-codes.ts'

export const serviceScale = defineCommand({
  path: 'service scale',
  summary: 'Change how many replicas of a service run.',
  details: 'Takes effect with the next deployment.',
  arguments: [
    { name: 'SERVICE', summary: 'Service name or ID.' },
    { name: 'REPLICAS', summary: 'Number of replicas.' },
  ],
  options: environmentOption,
  examples: ['longshore service scale web 3'],
  async run(context, input) {
    const [name = '', number = ''] = input.positionals
    if (!/^\d{1,3}$/.test(number)) throw new CliError('usage', `REPLICAS must be a whole number, not ${number}.`)
    const connection = await connect(context)
    const environment = await findEnvironment(context, connection, input.text('env'))
    const configured = await changeServices(connection.client, environment.id, (services) => {
      const service = toServiceRequest(findService(services, name))
      return { services: withService(services, { ...service, replicas: Number(number) }) }
    })
    showConfigured(
      context.output,
      configured,
      `${name} has ${number} ${number === '1' ? 'replica' : 'replicas'} with the next deployment.`,
    )
    return 0
  },
})
