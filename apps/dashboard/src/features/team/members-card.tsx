import type { Member } from '@longshore/sdk'
import { listMembers, removeMember } from '@longshore/sdk/operations'
import { UserMinus, Users } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { sessionStore } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { MemberRole } from './member-role.tsx'
import { RemoveMember } from './remove-member.tsx'

const words = text.team.members

export interface MembersCardProps {
  organizationId: string
  canChange: boolean
}

export function MembersCard({ organizationId, canChange }: MembersCardProps) {
  const members = useList(listMembers, { id: organizationId })
  const { user } = useStore(sessionStore)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const person: Column<Member> = {
    title: words.person,
    cell: ({ name, email, userId }) => (
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name || email} size={30} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium break-words">
            {name || email}
            {userId === user?.id && <Status tone="info">{words.you}</Status>}
          </p>
          {name !== '' && <p className="text-xs break-all text-ink-soft">{email}</p>}
        </div>
      </div>
    ),
  }
  const columns: Column<Member>[] = [
    person,
    {
      title: words.role,
      cell: (member) => <MemberRole organizationId={organizationId} member={member} canChange={canChange} />,
    },
    { title: words.since, cell: ({ createdAt }) => <RelativeTime at={createdAt} />, isMinor: true },
    {
      title: text.common.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: (member) => canChange && <MemberMenu {...{ organizationId, member }} onRemove={() => setLeaving(member)} />,
    },
  ]
  return (
    <Card isFlush title={words.title}>
      <ListView
        list={members}
        empty={<EmptyState icon={Users} title={words.title} note={text.team.invitations.emptyNote} />}
      >
        {(items) => <Table label={words.title} rows={items} columns={columns} keyOf={({ id }) => id} />}
      </ListView>
      {leaving !== null && (
        <RemoveMember organizationId={organizationId} member={leaving} onClose={() => setLeaving(null)} />
      )}
    </Card>
  )
}

function MemberMenu(props: { organizationId: string; member: Member; onRemove(): void }) {
  const { organizationId, member, onRemove } = props
  return (
    <ActionMenu
      actions={[
        {
          label: words.remove,
          icon: <UserMinus aria-hidden size={15} />,
          isDanger: true,
          onSelect: onRemove,
          call: { operation: removeMember, parameters: { id: organizationId, memberId: member.id } },
        },
      ]}
    />
  )
}
