/** A fault that is planted for real, and what the doctor must say of it. */
import type { Environment, Installation } from './installation.ts'

export interface SeededFault {
  readonly name: string
  /** Exactly these, each with its status; nothing else may be more than ok that was ok before. */
  readonly codes: Readonly<Record<string, 'fault' | 'warning'>>
  /** Also in the quick form. */
  readonly isQuick?: boolean
  /** What the doctor is given instead; an empty text takes a setting away. */
  readonly environment?: (installation: Installation) => Environment | Promise<Environment>
  /** Of the container of this process only; both where nothing is said. */
  readonly as?: 'api' | 'worker'
  readonly node?: string[]
  /** Answers how it is mended. */
  readonly seed?: (installation: Installation) => Promise<() => Promise<void>>
}
