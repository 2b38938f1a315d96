/** Which image runs a database; pure. */
import type { databaseKinds } from '../environments/services.schemas.ts'

type DatabaseKind = (typeof databaseKinds)[number]

const newest: Record<DatabaseKind, string> = { postgres: '17', mariadb: '11.4', redis: '7' }

export function databaseImage(kind: DatabaseKind, engineVersion: string | null): string {
  return `${kind}:${engineVersion ?? newest[kind]}`
}
