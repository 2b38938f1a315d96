/** The connection from a worker to an in-memory server. */
import type { Call } from '@longshore/remote/runtime'
import type { Behavior } from './memory-server.ts'

export interface Reach {
  readonly instance: string
  now(): number
  random(): number
  /** False makes the proxy ignore fences. */
  readonly hasFences: boolean
  /** The way to the server and back. `isWhole`: an abort before the end means that nothing was done. */
  call<T>(name: string, call: Call, options: { takesMs: number; isWhole?: boolean }, effect: () => T): Promise<T>
  /** Names of a folder's contents. */
  behaviorOf(contextDirectory: string): Behavior
}
