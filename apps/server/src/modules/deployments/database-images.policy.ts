/** Which image runs a database; pure. */
import type { DatabaseKind } from '../environments/service-kinds.schemas.ts'

const newest: Record<DatabaseKind, string> = { postgres: '17', mariadb: '11.4', redis: '7' }

export function databaseImage(kind: DatabaseKind, engineVersion: string | null): string {
  return `${kind}:${engineVersion ?? newest[kind]}`
}
