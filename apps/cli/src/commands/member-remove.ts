import { removeMember } from '@longshore/sdk/operations'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findMember } from '../connection/find-member.ts'
import { findUndo, undoLine } from '../connection/undo-deletion.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const memberRemove = defineCommand({
  path: 'member remove',
  summary: 'Remove a member from the organization.',
  arguments: [{ name: 'MEMBER', summary: 'Email address or member ID.' }],
  options: yesOption,
  async run(context, input) {
    const connection = await connect(context)
    const { organizationId, member } = await findMember(connection, input.positionals[0] ?? '')
    await confirmChange(context, `Remove ${member.email}?`, input.flag('yes'))
    await connection.client.call(removeMember, { id: organizationId, memberId: member.id })
    const undo = await findUndo(connection.client, { kind: 'member', resourceId: member.id })
    const removed = { id: member.id, email: member.email, undo }
    context.output.show(removed, () => [`Removed ${member.email}.`, undoLine(undo)])
    return 0
  },
})
