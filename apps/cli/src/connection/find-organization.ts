/** The organization that commands work in. */
import type { Organization } from '@longshore/sdk'
import { getMe, listOrganizations } from '@longshore/sdk/operations'
import { CliError } from '../exit-codes.ts'
import type { Connection } from './connect.ts'
import { findNamed } from './find-named.ts'

/** ID of the organization: from the profile, or the one that the user joined first. */
export async function organizationIdOf({ client, session, organizationId }: Connection): Promise<string> {
  if (organizationId !== undefined) return organizationId
  // An API token belongs to one organization, but only a sign-in in the browser reports which.
  if (session === null)
    throw new CliError(
      'usage',
      'Which organization?',
      'Set LONGSHORE_ORGANIZATION to its ID, or sign in with longshore login.',
    )
  const [first] = (await client.call(getMe)).organizations
  if (first === undefined)
    throw new CliError(
      'notFound',
      "You aren't a member of an organization.",
      'Create one: longshore organization create NAME',
    )
  return first.id
}

/** An API token works in one organization, so the account's organizations need a session. */
export function requireSession({ session }: Pick<Connection, 'session'>): void {
  if (session === null)
    throw new CliError(
      'refused',
      'Your sign-in works in one organization only.',
      'To use another one, sign in again: longshore login, or longshore login --email EMAIL',
    )
}

export async function findOrganization(connection: Connection, asked: string): Promise<Organization> {
  requireSession(connection)
  const { client } = connection
  return await findNamed(client.items(listOrganizations), asked, {
    noun: 'organization',
    namesOf: ({ name }) => [name],
    see: 'longshore organization list',
  })
}
