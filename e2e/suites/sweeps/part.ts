/**
 * In the quick form the long sweeps take a third of the operations: the first, or the one that `--part=N` (0, 1 or 2) names.
 */
import { isQuick, numberOption } from '../../support/command-line.ts'
import type { Operation } from '../../support/openapi.ts'

const parts = 3
export const part = numberOption('part', 0) % parts

export function inPart(operations: readonly Operation[]): Operation[] {
  return operations.filter((_, index) => !isQuick || index % parts === part)
}
