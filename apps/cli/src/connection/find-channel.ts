import type { Client, Connector } from '@longshore/sdk'
import { listConnectors } from '@longshore/sdk/operations'
import { findNamed } from './find-named.ts'

/** Finds a notification channel by name or ID. */
export async function findChannel(client: Client, asked: string): Promise<Connector> {
  return await findNamed(client.items(listConnectors), asked, {
    noun: 'notification channel',
    namesOf: ({ name }) => [name],
    see: 'longshore channel list',
  })
}
