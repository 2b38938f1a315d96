import { detachDomain } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findDomain } from '../connection/find-domain.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findUndo, undoLine } from '../connection/undo-deletion.ts'

export const domainDetach = defineCommand({
  path: 'domain detach',
  summary: 'Stop serving a domain in an environment.',
  details:
    'The domain stays in your organization. Restoring it from the trash also brings its redirects and options back.',
  arguments: [{ name: 'HOSTNAME', summary: 'Hostname or domain ID.' }],
  options: environmentOption,
  async run(context, input) {
    const connection = await connect(context)
    const environment = await findEnvironment(context, connection, input.text('env'))
    const { id, unicodeHostname } = await findDomain(connection.client, input.positionals[0] ?? '')
    await connection.client.call(detachDomain, { id: environment.id, domainId: id })
    const undo = await findUndo(connection.client, { kind: 'attached_domain', resourceId: id })
    context.output.show({ id, hostname: unicodeHostname, undo }, () => [
      `${unicodeHostname} no longer points to ${environment.label}.`,
      undoLine(undo),
    ])
    return 0
  },
})
