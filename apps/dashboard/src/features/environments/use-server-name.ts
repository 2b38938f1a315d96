import { getServer, listServers } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'

/** The list is one read for all names, and Home shows it anyway. A server beyond its first page needs a read of its own. */
export function useServerName(id: string): string | undefined {
  const list = useRead(listServers, { limit: 20 })
  const listed = list.data?.items.find((server) => server.id === id)?.name
  const own = useRead(getServer, { id }, { enabled: listed === undefined && !list.isPending })
  return listed ?? own.data?.name
}
