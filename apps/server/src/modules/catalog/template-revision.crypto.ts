/** Identifies the exact content of a template. */
import { createHash } from 'node:crypto'

export function revisionOf(description: string, compose: string): string {
  return createHash('sha256').update(description).update('\u0000').update(compose).digest('hex').slice(0, 12)
}
