/** The kinds of services, and what sets them apart. */
export const databaseKinds = ['postgres', 'mariadb', 'redis'] as const
export const serviceKinds = ['web', 'worker', 'cron', 'static', ...databaseKinds] as const
export type DatabaseKind = (typeof databaseKinds)[number]
export type ServiceKind = (typeof serviceKinds)[number]

export function isDatabaseKind(kind: ServiceKind): kind is DatabaseKind {
  return databaseKinds.some((each) => each === kind)
}

/** The proxy sends requests to it. */
export function isRoutedKind(kind: ServiceKind): boolean {
  return kind === 'web' || kind === 'static'
}

/** Its containers belong to a release and run for as long as that is live. */
export function isAppKind(kind: ServiceKind): boolean {
  return !isDatabaseKind(kind) && kind !== 'cron'
}
