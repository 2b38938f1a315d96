import type { Role } from '@longshore/sdk'
import { text } from '../../text/text.ts'

/** Each role has more permissions than the one before it. */
const roles: readonly Role[] = ['viewer', 'developer', 'admin', 'owner']

export const roleChoices = roles.map((value) => ({
  value,
  label: text.team.roles[value],
  note: text.team.roleNotes[value],
}))
