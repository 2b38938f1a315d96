import { deleteDomain } from '@longshore/sdk/operations'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findDomain } from '../connection/find-domain.ts'
import { findUndo, undoLine } from '../connection/undo-deletion.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const domainRemove = defineCommand({
  path: 'domain remove',
  summary: 'Remove a domain from the organization.',
  details: 'Detach it first if an environment serves it: longshore domain detach.',
  arguments: [{ name: 'HOSTNAME', summary: 'Hostname or domain ID.' }],
  options: yesOption,
  async run(context, input) {
    const { client } = await connect(context)
    const { id, unicodeHostname } = await findDomain(client, input.positionals[0] ?? '')
    await confirmChange(context, `Remove ${unicodeHostname}?`, input.flag('yes'))
    await client.call(deleteDomain, { id })
    const undo = await findUndo(client, { kind: 'domain', resourceId: id })
    const removed = { id, hostname: unicodeHostname, undo }
    context.output.show(removed, () => [`Removed ${unicodeHostname}.`, undoLine(undo)])
    return 0
  },
})
