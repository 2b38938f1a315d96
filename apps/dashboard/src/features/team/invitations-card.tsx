import type { Invitation } from '@longshore/sdk'
import { listInvitations, withdrawInvitation } from '@longshore/sdk/operations'
import { MailPlus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { InviteDialog } from './invite-dialog.tsx'

const words = text.team.invitations

export interface InvitationsCardProps {
  organizationId: string
  canInvite: boolean
}

export function InvitationsCard({ organizationId, canInvite }: InvitationsCardProps) {
  const invitations = useList(listInvitations, { id: organizationId })
  const [isOpen, setOpen] = useState(false)
  const withdraw = useAction(withdrawInvitation, {
    refreshes: [listInvitations],
    onDone: () => toast(words.withdrawn),
  })
  const invite = (
    <Button kind="primary" icon={<UserPlus aria-hidden size={15} />} onClick={() => setOpen(true)}>
      {words.invite}
    </Button>
  )
  const onWithdraw = canInvite
    ? (invitationId: string) => void withdraw.run({ id: organizationId, invitationId })
    : undefined
  return (
    <Card isFlush title={words.title} note={words.note} {...(canInvite ? { actions: invite } : {})}>
      {withdraw.error !== null && (
        <div className="p-4">
          <ProblemCard error={withdraw.error} />
        </div>
      )}
      <ListView
        list={invitations}
        empty={<EmptyState icon={MailPlus} title={words.emptyTitle} note={words.emptyNote} />}
      >
        {(items) => <Table label={words.title} rows={items} columns={columns(onWithdraw)} keyOf={({ id }) => id} />}
      </ListView>
      {isOpen && <InviteDialog organizationId={organizationId} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function columns(onWithdraw: ((id: string) => void) | undefined): Column<Invitation>[] {
  return [
    { title: words.email, cell: ({ email }) => <span className="break-all">{email}</span> },
    { title: words.role, cell: ({ role }) => text.team.roles[role] },
    { title: words.expires, cell: ({ expiresAt }) => <RelativeTime at={expiresAt} />, isMinor: true },
    {
      title: text.common.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: ({ id, email }) =>
        onWithdraw !== undefined && (
          <Button aria-label={words.withdrawNamed(email)} onClick={() => onWithdraw(id)}>
            {words.withdraw}
          </Button>
        ),
    },
  ]
}
