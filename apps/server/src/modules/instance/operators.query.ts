/**
 * Operators, who can do what concerns every organization: users named in the settings or, if sign-up is closed, the
 * owners of the only organization.
 */
import type { Actor } from '../../platform/access/actor.ts'
import type { Role } from '../../platform/access/permissions.ts'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { findOnlyOrganization, findVerifiedEmail, listOwners, type Owner } from './operators.system-repository.ts'

const maxOwners = 10_000

export interface OperatorSettings {
  /** Email addresses of accounts, or suffixes such as @example.com. */
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
    return !isSignUpOpen && actor.role === 'owner' && (await findOnlyOrganization(systemDb)) === actor.organizationId
  const email = await findVerifiedEmail(systemDb, actor.userId)
  return email !== undefined && operators.some((each) => isMeant(each.toLowerCase(), email))
}

interface TestedUser {
  /** The email address in lower case. */
  emailKey: string
  isEmailVerified: boolean
  organizations: readonly { id: OrganizationId; role: Role }[]
}

/** Reads what the rule depends on once, so that it can be applied to many users. */
export async function createOperatorTest(
  systemDb: Database['systemDb'],
  { operators, isSignUpOpen }: OperatorSettings,
): Promise<(user: TestedUser) => boolean> {
  if (operators.length > 0)
    return ({ emailKey, isEmailVerified }) =>
      isEmailVerified && operators.some((each) => isMeant(each.toLowerCase(), emailKey))
  const only = isSignUpOpen ? undefined : await findOnlyOrganization(systemDb)
  return ({ organizations }) => organizations.some(({ id, role }) => id === only && role === 'owner')
}

/** Lists organizations that an operator owns. */
export async function listOperatorOrganizations(
  { systemDb }: Pick<Database, 'systemDb'>,
  { operators, isSignUpOpen }: OperatorSettings,
): Promise<OrganizationId[]> {
  const owners = await listOwners(systemDb, maxOwners)
  const ids = (of: readonly Owner[]) => [...new Set(of.map(({ organizationId }) => organizationId))]
  if (operators.length > 0)
    return ids(owners.filter(({ email }) => operators.some((each) => isMeant(each.toLowerCase(), email))))
  const [only] = ids(owners)
  if (isSignUpOpen || only === undefined) return []
  return (await findOnlyOrganization(systemDb)) === only ? [only] : []
}

function isMeant(operator: string, email: string): boolean {
  return operator.startsWith('@') ? email.endsWith(operator) : email === operator
}
