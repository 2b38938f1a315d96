import type { Member, Role } from '@longshore/sdk'
import { listMembers, updateMember } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { inputClass } from '../../ui/input-class.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { toast } from '../../ui/toasts.tsx'
import { roleChoices } from './roles.ts'

const words = text.team.members

export interface MemberRoleProps {
  organizationId: string
  member: Member
  canChange: boolean
}

export function MemberRole({ organizationId, member, canChange }: MemberRoleProps) {
  const update = useAction(updateMember, { refreshes: [listMembers] })
  const name = member.name || member.email
  const change = async (role: Role) => {
    const parameters = { id: organizationId, memberId: member.id }
    const done = await update.run({ ...parameters, body: { role } }, { ifMatch: member.version })
    if (done === undefined) return
    toast(words.changed(name, text.team.roles[role]), {
      action: { label: words.undo, onClick: () => void update.run({ ...parameters, body: { role: member.role } }) },
    })
  }
  if (!canChange) return text.team.roles[member.role]
  return (
    <div className="flex max-w-56 flex-col gap-2">
      <select
        aria-label={words.roleOf(name)}
        value={member.role}
        disabled={update.isBusy}
        onChange={({ target }) => {
          const role = roleChoices.find(({ value }) => value === target.value)?.value
          if (role !== undefined) void change(role)
        }}
        className={`${inputClass} min-w-32`}
      >
        {roleChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ProblemCard error={update.error} />
    </div>
  )
}
