import type { Client, Server } from '@longshore/sdk'
import { getServer, listServers } from '@longshore/sdk/operations'
import { CliError } from '../exit-codes.ts'

/** Finds a server by name, host or ID. */
export async function findServer(client: Client, asked: string): Promise<Server> {
  if (/^srv_[a-z0-9]+$/.test(asked)) return await client.call(getServer, { id: asked })
  for await (const server of client.items(listServers, { q: asked }))
    if (server.name === asked || server.host === asked) return server
  throw new CliError('notFound', `Unknown server “${asked}”.`, 'See: longshore server list')
}
