import type { InstanceUser } from '@longshore/sdk'
import { listInstanceUsers } from '@longshore/sdk/operations'
import { Users } from 'lucide-react'
import { useList } from '../../api/queries.ts'
import { sessionStore } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const words = text.instance.users
const { roles } = text.team

const columns: Column<InstanceUser>[] = [
  { title: words.person, cell: (person) => <Person person={person} /> },
  {
    title: words.organizations,
    isMinor: true,
    cell: ({ organizations }) => (
      <ul>
        {organizations.map(({ id, name, role }) => (
          <li key={id} className="break-words">
            {name} <span className="text-ink-soft">{roles[role]}</span>
          </li>
        ))}
      </ul>
    ),
  },
  {
    title: words.lastSignIn,
    isMinor: true,
    cell: ({ lastSignInAt }) => (lastSignInAt === null ? text.common.never : <RelativeTime at={lastSignInAt} />),
  },
  {
    title: words.security,
    cell: ({ isEmailVerified, hasSecondFactor }) => (
      <div className="flex flex-wrap gap-1.5">
        <Status tone={isEmailVerified ? 'good' : 'warn'}>{isEmailVerified ? words.verified : words.unverified}</Status>
        <Status tone={hasSecondFactor ? 'good' : 'idle'}>
          {hasSecondFactor ? words.secondFactor : words.noSecondFactor}
        </Status>
      </div>
    ),
  },
]

export function UsersCard() {
  const users = useList(listInstanceUsers, {})
  return (
    <Card isFlush title={words.title} note={words.note}>
      <ListView list={users} empty={<EmptyState icon={Users} title={words.title} note={words.emptyNote} />}>
        {(items) => <Table label={words.title} rows={items} columns={columns} keyOf={({ id }) => id} />}
      </ListView>
    </Card>
  )
}

function Person({ person: { id, name, email, isOperator } }: { person: InstanceUser }) {
  const { user } = useStore(sessionStore)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name || email} size={30} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium break-words">
          {name || email}
          {id === user?.id && <Status tone="info">{words.you}</Status>}
          {isOperator && <Status tone="idle">{words.operator}</Status>}
        </p>
        {name !== '' && <p className="text-xs break-all text-ink-soft">{email}</p>}
      </div>
    </div>
  )
}
