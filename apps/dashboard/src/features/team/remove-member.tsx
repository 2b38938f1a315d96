import type { Member } from '@longshore/sdk'
import { listMembers, removeMember } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { refreshUser, sessionStore } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'

const words = text.team.members

export interface RemoveMemberProps {
  organizationId: string
  member: Member
  onClose(): void
}

export function RemoveMember({ organizationId, member, onClose }: RemoveMemberProps) {
  const name = member.name || member.email
  const { user } = useStore(sessionStore)
  const notify = useDeletedNotice()
  const remove = useAction(removeMember, {
    refreshes: [listMembers],
    async onDone() {
      const message = words.removed(name)
      // People who leave have no access to the trash anymore.
      if (member.userId === user?.id) toast(message)
      else notify({ name, message, items: [{ kind: 'member', resourceId: member.id }] })
      onClose()
      // The removed member may be the current user, who then has one organization less.
      await refreshUser()
    },
  })
  return (
    <DeleteDialog
      title={words.removeTitle(name)}
      action={words.remove}
      deletion={remove}
      onConfirm={() => remove.must({ id: organizationId, memberId: member.id }, { ifMatch: member.version })}
      onClose={onClose}
    >
      <p>{words.removeNote}</p>
    </DeleteDialog>
  )
}
