/** How much a file may be, and may become; pure. */

export interface ImportLimits {
  /** As it is sent. */
  readonly bytes: number
  /** As SQL, or as an archive of pg_dump, once it is unpacked. */
  readonly expandedBytes: number
  readonly statements: number
  readonly statementBytes: number
}

/** Text of databases shrinks to a tenth, now and then to a hundredth. What grows by more is made for growing. */
const mostTimes = 1_000
/** Below this nobody minds how much it grew. */
const freeBytes = 64 << 20

export type Excess = 'too_large' | 'expands_too_much'

/** Of a file that is being unpacked: what was read of it, and what came out so far. Null: go on. */
export function excessOf(read: number, expanded: number, limits: ImportLimits): Excess | null {
  if (expanded > limits.expandedBytes) return 'too_large'
  if (expanded > freeBytes && expanded > read * mostTimes) return 'expands_too_much'
  return null
}
