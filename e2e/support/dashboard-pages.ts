/** Every page of the dashboard, for suites that check all of them. A new page gets its line here. */
import { paths } from '../../apps/dashboard/src/navigation/paths.ts'

export interface Places {
  /** The page to check. */
  readonly organizationId: string
  readonly projectId: string
  readonly environmentId: string
  readonly serviceId: string
  readonly liveDeploymentId: string
  readonly failedDeploymentId: string
  readonly serverId: string
  readonly domainId: string
  readonly connectorId: string
}

export interface DashboardPlace {
  readonly name: string
  readonly path: string
}

/** Pages for people without a session. */
export const openPages: readonly DashboardPlace[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'setup', path: '/setup#token=none' },
  { name: 'verify', path: '/verify' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password#token=none' },
  { name: 'accept-invitation', path: '/accept-invitation#token=none' },
  { name: 'device-signed-out', path: '/device#code=BCDF-GHJK' },
  { name: 'failure', path: paths.failure('build_failed') },
]

export function signedInPages(places: Places): readonly DashboardPlace[] {
  const { environmentId: id } = places
  return [
    { name: 'home', path: paths.home() },
    { name: 'device', path: paths.device() },
    { name: 'project-new', path: paths.newProject() },
    { name: 'catalog', path: paths.catalog() },
    { name: 'template', path: paths.template('node-red') },
    { name: 'template-external', path: paths.externalTemplate() },
    { name: 'project', path: paths.project(places.projectId) },
    { name: 'environment', path: paths.environment(id) },
    { name: 'deployments', path: paths.deployments(id) },
    { name: 'deployment-live', path: paths.deployment(id, places.liveDeploymentId) },
    { name: 'deployment-failed', path: paths.deployment(id, places.failedDeploymentId) },
    { name: 'logs', path: paths.logs(id) },
    { name: 'services', path: paths.services(id) },
    { name: 'service', path: paths.service(id, places.serviceId) },
    { name: 'compose-file', path: paths.composeFile(id) },
    { name: 'variables', path: paths.variables(id) },
    { name: 'environment-domains', path: paths.environmentDomains(id) },
    { name: 'backups', path: paths.backups(id) },
    { name: 'environment-settings', path: paths.environmentSettings(id) },
    { name: 'servers', path: paths.servers() },
    { name: 'server-new', path: paths.newServer() },
    { name: 'server', path: paths.server(places.serverId) },
    { name: 'git', path: paths.git() },
    { name: 'registries', path: paths.registries() },
    { name: 'domains', path: paths.domains() },
    { name: 'domain', path: paths.domain(places.domainId) },
    { name: 'backup-stores', path: paths.backupStores() },
    { name: 'connectors', path: paths.connectors() },
    { name: 'connector', path: paths.connector(places.connectorId) },
    { name: 'alerts', path: paths.alerts() },
    { name: 'team', path: paths.team() },
    { name: 'tokens', path: paths.tokens() },
    { name: 'audit', path: paths.audit() },
    { name: 'trash', path: paths.trash() },
    { name: 'settings', path: paths.settings() },
    { name: 'account', path: paths.account() },
    { name: 'instance', path: paths.instance() },
    { name: 'help', path: paths.help('build_failed') },
    { name: 'not-found', path: '/nothing/here' },
  ]
}
