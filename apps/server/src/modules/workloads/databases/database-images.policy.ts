/** Chooses the image of a database. Pure. */
import type { DatabaseKind } from '../../environments/service-kinds.schemas.ts'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'

const newest: Record<DatabaseKind, string> = { postgres: '17', mariadb: '11.4', redis: '7' }

export function databaseImage(
  kind: DatabaseKind,
  { image, engineVersion }: Pick<ServiceConfiguration, 'image' | 'engineVersion'>,
): string {
  return image ?? `${kind}:${engineVersion ?? newest[kind]}`
}
