import type { Client, Registry } from '@longshore/sdk'
import { listRegistries } from '@longshore/sdk/operations'
import { findNamed } from './find-named.ts'

/** Finds a registry credential by host, USERNAME@HOST, or ID. */
export async function findRegistry(client: Client, asked: string): Promise<Registry> {
  return await findNamed(client.items(listRegistries), asked, {
    noun: 'registry credential',
    namesOf: ({ host, username }) => [host, `${username}@${host}`],
    see: 'longshore registry list',
  })
}
