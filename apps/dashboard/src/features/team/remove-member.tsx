import type { Member } from '@longshore/sdk'
import { listMembers, removeMember } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { refreshUser } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.team.members

export interface RemoveMemberProps {
  organizationId: string
  member: Member
  onClose(): void
}

export function RemoveMember({ organizationId, member, onClose }: RemoveMemberProps) {
  const name = member.name || member.email
  const remove = useAction(removeMember, {
    refreshes: [listMembers],
    async onDone() {
      toast(words.removed(name))
      onClose()
      // The removed member may be the current user, who then has one organization less.
      await refreshUser()
    },
  })
  return (
    <ConfirmDialog
      title={words.removeTitle(name)}
      action={words.remove}
      isOpen
      isBusy={remove.isBusy}
      error={remove.error}
      onConfirm={() => void remove.run({ id: organizationId, memberId: member.id }, { ifMatch: member.version })}
      onClose={onClose}
    >
      {words.removeNote}
    </ConfirmDialog>
  )
}
