/** Roles of members. */
import { CliError } from '../exit-codes.ts'

export const roles = ['viewer', 'developer', 'admin', 'owner'] as const

export function readRole(text: string | undefined): (typeof roles)[number] {
  const role = roles.find((each) => each === text)
  if (role === undefined) throw new CliError('usage', 'Which role?', `Use one of ${roles.join(', ')}.`)
  return role
}
