/** The tree of pages. A feature lists its own; here they are put together. */
import { accountRoutes } from '../features/account/account.routes.ts'
import { alertsRoutes } from '../features/alerts/alerts.routes.ts'
import { authRoutes } from '../features/auth/auth.routes.ts'
import { connectorsRoutes } from '../features/connectors/connectors.routes.ts'
import { deploymentsRoutes } from '../features/deployments/deployments.routes.ts'
import { environmentSettingsRoutes } from '../features/environment-settings/environment-settings.routes.ts'
import { environmentRoute } from '../features/environments/environment-route.ts'
import { environmentsRoutes } from '../features/environments/environments.routes.ts'
import { homeRoutes } from '../features/home/home.routes.ts'
import { logsRoutes } from '../features/logs/logs.routes.ts'
import { serversRoutes } from '../features/servers/servers.routes.ts'
import { servicesRoutes } from '../features/services/services.routes.ts'
import { variablesRoutes } from '../features/variables/variables.routes.ts'
import { appRoute, rootRoute } from './root-routes.ts'

// biome-ignore format: one a line
const environmentPages = environmentRoute.addChildren([
  ...deploymentsRoutes,
  ...logsRoutes,
  ...servicesRoutes,
  ...variablesRoutes,
  ...environmentSettingsRoutes,
  ...environmentsRoutes,
])

// biome-ignore format: one a line
const pages = appRoute.addChildren([
  ...accountRoutes,
  ...alertsRoutes,
  ...connectorsRoutes,
  ...homeRoutes,
  ...serversRoutes,
  environmentPages,
])

export const routeTree = rootRoute.addChildren([...authRoutes, pages])
