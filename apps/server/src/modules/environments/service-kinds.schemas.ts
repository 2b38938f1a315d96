/** Kinds of services and their differences. */
export const databaseKinds = ['postgres', 'mariadb', 'redis'] as const
export const serviceKinds = ['web', 'worker', 'cron', 'static', ...databaseKinds] as const
export type DatabaseKind = (typeof databaseKinds)[number]
export type ServiceKind = (typeof serviceKinds)[number]

export function isDatabaseKind(kind: ServiceKind): kind is DatabaseKind {
  return databaseKinds.some((each) => each === kind)
}

/** Returns whether the proxy sends requests to it. */
export function isRoutedKind(kind: ServiceKind): boolean {
  return kind === 'web' || kind === 'static'
}

/** Returns whether its containers belong to a release and run as long as the release is live. */
export function isAppKind(kind: ServiceKind): boolean {
  return !isDatabaseKind(kind) && kind !== 'cron'
}

/** Databases whose backups can be restored next to a release command. */
export const rehearsableEngines = ['postgres', 'mariadb'] as const satisfies readonly DatabaseKind[]
export type RehearsableEngine = (typeof rehearsableEngines)[number]

export function isRehearsableEngine(kind: ServiceKind): kind is RehearsableEngine {
  return rehearsableEngines.some((each) => each === kind)
}
