/**
 * Organizations with members that have API tokens, so that every stream of the bench is authorized as in production.
 */
import { createDatabase } from '../../../apps/server/src/testing/internals/database.ts'
import { type Id, newId } from '../../../apps/server/src/testing/internals/ids.ts'
import { hashToken, newToken } from '../../../apps/server/src/testing/internals/secrets.ts'

/** Below the API's limit of streams per user. */
const readersPerUser = 50

/** Returns the tokens of each organization's readers, one per fifty readers. */
export async function insertReaders(
  url: string,
  organizationIds: readonly Id<'org'>[],
  readersPerOrganization: number,
): Promise<Map<string, string[]>> {
  await using database = createDatabase({ url, poolSize: 1, applicationName: 'bench' })
  const tokens = new Map<string, string[]>()
  for (const organizationId of organizationIds) {
    const count = Math.ceil(readersPerOrganization / readersPerUser)
    const readers = Array.from({ length: count }, () => ({ userId: newId('usr'), ...newToken() }))
    await database.system(async (tx) => {
      await tx.insertInto('organizations').values({ id: organizationId, name: 'bench' }).execute()
      const people = readers.map(({ userId: id }) => ({
        id,
        email: `${id}@example.com`,
        email_key: `${id}@example.com`,
      }))
      await tx
        .insertInto('users')
        .values(people.map((each) => ({ ...each, password_hash: '!', email_verified_at: new Date() })))
        .execute()
      const of = (userId: Id<'usr'>) => ({ organization_id: organizationId, user_id: userId })
      const memberships = readers.map(({ userId }) => ({ id: newId('mem'), ...of(userId), role: 'viewer' }))
      await tx.insertInto('memberships').values(memberships).execute()
      const rows = readers.map(({ userId, token }) => ({
        id: newId('tok'),
        ...of(userId),
        name: 'bench',
        token_hash: hashOf(token),
        hint: 'none',
        scopes: ['events:read'],
      }))
      await tx.insertInto('api_tokens').values(rows).execute()
    })
    tokens.set(
      organizationId,
      readers.map(({ token }) => asApiToken(token)),
    )
  }
  return tokens
}

export function tokenFor(tokens: ReadonlyMap<string, string[]>, organizationId: string, reader: number): string {
  return tokens.get(organizationId)?.[Math.floor(reader / readersPerUser)] ?? ''
}

function asApiToken(token: string): string {
  return `lgs_${token}`
}

function hashOf(token: string): Buffer {
  return hashToken(asApiToken(token))
}
