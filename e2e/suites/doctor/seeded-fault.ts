/** A real, seeded fault and the doctor's expected report. */
import type { Environment, Installation } from './installation.ts'

export interface SeededFault {
  readonly name: string
  /** Exactly these checks change, each to its status. All other checks that were ok stay ok. */
  readonly codes: Readonly<Record<string, 'fault' | 'warning'>>
  /** True if the quick form runs it, too. */
  readonly isQuick?: boolean
  /** Settings that the doctor gets instead; an empty text removes a setting. */
  readonly environment?: (installation: Installation) => Environment | Promise<Environment>
  /** The process whose container it concerns; both if not given. */
  readonly as?: 'api' | 'worker'
  readonly node?: string[]
  /** Returns a function that repairs the fault. */
  readonly seed?: (installation: Installation) => Promise<() => Promise<void>>
}
