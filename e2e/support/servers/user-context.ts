/** The context of every topic of the servers suite. */
import type { Target, TargetUser } from '../../fixtures/target.ts'
import type { ServersContext } from '../servers.ts'

/** A topic runs once for each user, on that user's target. */
export interface UserContext extends ServersContext {
  readonly target: Target
  readonly username: TargetUser
}

export type UserTopic = (context: UserContext) => Promise<void>
export type Topic = (context: ServersContext) => Promise<void>

/** The current content of a file on the target; null if it doesn't exist. */
export async function readRemote(target: Target, path: string): Promise<string | null> {
  const read = await target.exec(['cat', path])
  return read.exitCode === 0 ? read.stdout : null
}

export function authorizedKeysOf(username: TargetUser): string {
  return username === 'root' ? '/root/.ssh/authorized_keys' : `/home/${username}/.ssh/authorized_keys`
}

export const ownerFile = '/var/lib/longshore/owner.json'
