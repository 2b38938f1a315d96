/** The way from a worker to a server in memory. */
import type { Call } from '@longshore/remote/runtime'
import type { Behavior } from './memory-server.ts'

export interface Reach {
  readonly instance: string
  now(): number
  random(): number
  /** False: the proxy forgets to compare them. */
  readonly hasFences: boolean
  /** The way to the server and back. `isWhole`: an abort before the end means that nothing was done. */
  call<T>(name: string, call: Call, options: { takesMs: number; isWhole?: boolean }, effect: () => T): Promise<T>
  /** Names of a folder's contents. */
  behaviorOf(contextDirectory: string): Behavior
}
