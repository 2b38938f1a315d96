import { getServer } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'

/** Returns the ID until the name is known. */
export function useServerName(id: string): string {
  return useRead(getServer, { id }).data?.name ?? id
}
