/** A fault that is seeded for real, and what the doctor must say of it. */
import type { Environment, Installation } from './installation.ts'

export interface SeededFault {
  readonly name: string
  /** Exactly these, each with its status; nothing else may be more than ok that was ok before. */
  readonly codes: Readonly<Record<string, 'fault' | 'warning'>>
  /** True if the quick form runs it, too. */
  readonly isQuick?: boolean
  /** Settings that the doctor gets instead; an empty text removes a setting. */
  readonly environment?: (installation: Installation) => Environment | Promise<Environment>
  /** The process whose container it concerns; both if not given. */
  readonly as?: 'api' | 'worker'
  readonly node?: string[]
  /** Answers how it is repaired. */
  readonly seed?: (installation: Installation) => Promise<() => Promise<void>>
}
