/** Size limits of a file, compressed and expanded; pure. */

export interface ImportLimits {
  /** Size as sent. */
  readonly bytes: number
  /** Size as SQL, or as a pg_dump archive, after decompression. */
  readonly expandedBytes: number
  readonly statements: number
  readonly statementBytes: number
}

/** Database text compresses to a tenth, sometimes to a hundredth. A higher ratio indicates a decompression bomb. */
const maxRatio = 1_000
/** Below this size the ratio doesn't matter. */
const freeBytes = 64 << 20

export type Excess = 'too_large' | 'expands_too_much'

/** Checks a file during decompression: bytes read and bytes produced so far. Returns null to continue. */
export function excessOf(read: number, expanded: number, limits: ImportLimits): Excess | null {
  if (expanded > limits.expandedBytes) return 'too_large'
  if (expanded > freeBytes && expanded > read * maxRatio) return 'expands_too_much'
  return null
}
