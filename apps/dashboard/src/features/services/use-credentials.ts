/** The login and URLs of a database, on request. */
import type { DatabaseCredentials } from '@longshore/sdk/reveal'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { type RevealedState, useRevealed } from '../auth/use-revealed.ts'

export function useCredentials(path: { id: string; serviceId: string }): RevealedState<DatabaseCredentials> {
  return useRevealed(async () => {
    const { readCredentials } = await import('@longshore/sdk/reveal')
    return await readCredentials(client, path, { organization: currentOrganization() })
  })
}
