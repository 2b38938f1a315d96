/**
 * Who may do what concerns every organisation: whom the settings name, or, where nobody can make another organisation, the
 * owners of the only one.
 */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { findUserEmail, isOnlyOrganization } from './operators.system-repository.ts'

export interface OperatorSettings {
  /** Addresses of accounts, or ends of addresses such as @example.com. */
  operators: readonly string[]
  isSignUpOpen: boolean
}

export async function isOperator(
  { systemDb }: Pick<Database, 'systemDb'>,
  actor: Actor,
  { operators, isSignUpOpen }: OperatorSettings,
): Promise<boolean> {
  if (actor.kind !== 'user') return false
  if (operators.length === 0)
    return !isSignUpOpen && actor.role === 'owner' && (await isOnlyOrganization(systemDb, actor.organizationId))
  const email = await findUserEmail(systemDb, actor.userId)
  return email !== undefined && operators.some((each) => isMeant(each.toLowerCase(), email))
}

function isMeant(operator: string, email: string): boolean {
  return operator.startsWith('@') ? email.endsWith(operator) : email === operator
}
