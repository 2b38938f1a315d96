/** Which version of an engine an image has, by its tag; pure. */
import type { DatabaseKind } from './service-kinds.schemas.ts'

/** `17.6` of postgres:17.6, `17` of pgvector/pgvector:0.8.1-pg17; null: the tag does not say. */
export function engineVersionOf(reference: string): string | null {
  const [name = ''] = reference.split('@')
  const tag = name.slice(name.lastIndexOf('/') + 1).split(':')[1] ?? ''
  // Extensions of PostgreSQL have versions of their own, and name its version behind them.
  const behind = /(?:^|[._-])pg(\d{1,2})(?:$|[._-])/.exec(tag)?.[1]
  return behind ?? /^(\d{1,4}(?:\.\d{1,4}){0,3})(?:$|[^\d.])/.exec(tag)?.[1] ?? null
}

const majorParts: Record<DatabaseKind, number> = { postgres: 1, mariadb: 2, redis: 1 }

/** Data of one is readable by the other. What is not known is not the same. */
export function isSameMajor(kind: DatabaseKind, one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false
  const majorOf = (version: string) => version.split('.').slice(0, majorParts[kind]).join('.')
  return majorOf(one) === majorOf(other)
}
