import { toServiceRequest } from '@longshore/sdk/remedies'
import { environmentOption, yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { changeServices, showConfigured } from '../connection/configure-services.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findService } from '../connection/find-service.ts'
import { findUndo } from '../connection/undo-deletion.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const serviceRemove = defineCommand({
  path: 'service remove',
  summary: 'Remove a service from an environment. It moves to the trash.',
  details:
    'A service that stores data is only removed with --delete-data. Its volumes stay on the server until the item in the trash expires, after seven days by default.',
  arguments: [{ name: 'SERVICE', summary: 'Service name or ID.' }],
  options: {
    ...environmentOption,
    'delete-data': {
      type: 'boolean',
      summary: 'Also remove its volumes and database when it leaves the trash, after a final backup.',
    },
    'skip-final-backup': { type: 'boolean', summary: 'Remove the data without a final backup.' },
    ...yesOption,
  },
  async run(context, input) {
    const connection = await connect(context)
    const environment = await findEnvironment(context, connection, input.text('env'))
    const [asked = ''] = input.positionals
    const data = input.flag('delete-data') ? ' and its data' : ''
    await confirmChange(context, `Remove ${asked}${data} from ${environment.label}?`, input.flag('yes'))
    let removedId = ''
    const configured = await changeServices(connection.client, environment.id, (services) => {
      const { id, name } = findService(services, asked)
      removedId = id
      return {
        services: services.filter((each) => each.name !== name).map(toServiceRequest),
        ...(input.flag('delete-data') ? { removeData: [name] } : {}),
        ...(input.flag('skip-final-backup') ? { skipFinalBackup: true } : {}),
      }
    })
    const undo = await findUndo(connection.client, { kind: 'service', resourceId: removedId })
    showConfigured(context.output, configured, `Removed ${asked} from ${environment.label}.`, undo)
    return 0
  },
})
