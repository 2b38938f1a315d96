/** The tree of pages. A feature lists its own; here they are put together. */
import { accountRoutes } from '../features/account/account.routes.ts'
import { alertsRoutes } from '../features/alerts/alerts.routes.ts'
import { authRoutes } from '../features/auth/auth.routes.ts'
import { backupStoresRoutes } from '../features/backup-stores/backup-stores.routes.ts'
import { backupsRoutes } from '../features/backups/backups.routes.ts'
import { connectorsRoutes } from '../features/connectors/connectors.routes.ts'
import { deploymentsRoutes } from '../features/deployments/deployments.routes.ts'
import { domainsRoutes } from '../features/domains/domains.routes.ts'
import { environmentDomainsRoutes } from '../features/domains/environment-domains.routes.ts'
import { environmentRoute } from '../features/environments/environment-route.ts'
import { environmentsRoutes } from '../features/environments/environments.routes.ts'
import { homeRoutes } from '../features/home/home.routes.ts'
import { serversRoutes } from '../features/servers/servers.routes.ts'
import { appRoute, rootRoute } from './root-routes.ts'

// biome-ignore format: one a line
const environmentPages = environmentRoute.addChildren([
  ...backupsRoutes,
  ...deploymentsRoutes,
  ...environmentDomainsRoutes,
  ...environmentsRoutes,
])

// biome-ignore format: one a line
const pages = appRoute.addChildren([
  ...accountRoutes,
  ...alertsRoutes,
  ...backupStoresRoutes,
  ...connectorsRoutes,
  ...domainsRoutes,
  ...homeRoutes,
  ...serversRoutes,
  environmentPages,
])

export const routeTree = rootRoute.addChildren([...authRoutes, pages])
