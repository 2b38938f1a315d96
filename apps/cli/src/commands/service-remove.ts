import { toServiceRequest } from '@longshore/sdk/remedies'
import { environmentOption, yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { changeServices, showConfigured } from '../connection/configure-services.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findService } from '../connection/find-service.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const serviceRemove = defineCommand({
  path: 'service remove',
  summary: 'Remove a service from an environment.',
  details: 'A service that stores data is only removed with --delete-data.',
  arguments: [{ name: 'SERVICE', summary: 'Service name or ID.' }],
  options: {
    ...environmentOption,
    'delete-data': { type: 'boolean', summary: 'Also delete its volumes and database, after a final backup.' },
    'skip-final-backup': { type: 'boolean', summary: 'Delete the data without a final backup.' },
    ...yesOption,
  },
  async run(context, input) {
    const connection = await connect(context)
    const environment = await findEnvironment(context, connection, input.text('env'))
    const [asked = ''] = input.positionals
    const data = input.flag('delete-data') ? ' and its data' : ''
    await confirmChange(context, `Remove ${asked}${data} from ${environment.label}?`, input.flag('yes'))
    const configured = await changeServices(connection.client, environment.id, (services) => {
      const { name } = findService(services, asked)
      return {
        services: services.filter((each) => each.name !== name).map(toServiceRequest),
        ...(input.flag('delete-data') ? { removeData: [name] } : {}),
        ...(input.flag('skip-final-backup') ? { skipFinalBackup: true } : {}),
      }
    })
    showConfigured(context.output, configured, `Removed ${asked} from ${environment.label}.`)
    return 0
  },
})
