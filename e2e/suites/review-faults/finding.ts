/** One finding of the reviews of reliability, acceptance and dashboard, as a user or a machine provokes it. */
import type { FaultsWorld } from './world.ts'

export interface Outcome {
  readonly broken: boolean
  /** What was seen. */
  readonly how: string
}

/**
 * The same code provokes every checkout, so it uses what all of them have: the API, the database, the server, or modules whose path
 * did not change. It throws when the attempt was not possible: then the finding counts as not tried.
 */
export interface Finding {
  readonly id: string
  readonly title: string
  provoke(world: FaultsWorld): Promise<Outcome>
}
