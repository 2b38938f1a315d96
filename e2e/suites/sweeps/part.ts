/**
 * In the short form the long sweeps take a third of the operations, another one each time. It is printed, and `--part=N` takes it
 * again.
 */
import type { Operation } from '../../support/openapi.ts'
import { isQuick } from '../../support/report.ts'

const parts = 3
const given = process.argv.find((word) => word.startsWith('--part='))?.slice('--part='.length)
export const part = given === undefined ? Date.now() % parts : Number(given) % parts

export function inPart(operations: readonly Operation[]): Operation[] {
  return operations.filter((_, index) => !isQuick || index % parts === part)
}
