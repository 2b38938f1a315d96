/** The servers of an environment; pure. */
import type { Id } from '../../../platform/ids/brand.ts'

interface Placed {
  readonly server_id: Id<'srv'> | null
  readonly live_server_id: Id<'srv'> | null
}

/** Returns the servers where it runs, and where it will run. */
export function serversOf({ server_id, live_server_id }: Placed): Id<'srv'>[] {
  return [...new Set([live_server_id, server_id])].filter((each) => each !== null)
}
