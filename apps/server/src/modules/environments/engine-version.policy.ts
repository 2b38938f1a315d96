/** Reads the engine version of an image from its tag. Pure. */
import type { DatabaseKind } from './service-kinds.schemas.ts'

/** Returns `17.6` for postgres:17.6 and `17` for pgvector/pgvector:0.8.1-pg17, or null when the tag has no version. */
export function engineVersionOf(reference: string): string | null {
  const [name = ''] = reference.split('@')
  const tag = name.slice(name.lastIndexOf('/') + 1).split(':')[1] ?? ''
  // PostgreSQL extensions have their own versions and put the PostgreSQL version after them.
  const behind = /(?:^|[._-])pg(\d{1,2})(?:$|[._-])/.exec(tag)?.[1]
  return behind ?? /^(\d{1,4}(?:\.\d{1,4}){0,3})(?:$|[^\d.])/.exec(tag)?.[1] ?? null
}

const majorParts: Record<DatabaseKind, number> = { postgres: 1, mariadb: 2, redis: 1 }

/** Returns whether one version can read data of the other. Unknown versions are never the same. */
export function isSameMajor(kind: DatabaseKind, one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false
  const majorOf = (version: string) => version.split('.').slice(0, majorParts[kind]).join('.')
  return majorOf(one) === majorOf(other)
}
