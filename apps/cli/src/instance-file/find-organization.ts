/** Finds the organization that a file describes. */
import { getMe } from '@longshore/sdk/operations'
import type { Connection } from '../connection/connect.ts'
import { CliError } from '../exit-codes.ts'

export async function findOrganization({ client, organizationId, session }: Connection): Promise<string> {
  if (organizationId !== undefined && organizationId !== '') return organizationId
  if (session === null)
    throw new CliError(
      'usage',
      'Which organization does the token belong to?',
      'Set LONGSHORE_ORGANIZATION to its ID, which the dashboard shows in the organization settings.',
    )
  const { organizations } = await client.call(getMe)
  const [only, other] = organizations
  if (only !== undefined && other === undefined) return only.id
  throw new CliError(
    'usage',
    'You belong to several organizations.',
    'Set LONGSHORE_ORGANIZATION to the ID of one, or sign in to it with longshore login.',
  )
}
