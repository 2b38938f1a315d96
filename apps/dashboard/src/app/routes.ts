/** The tree of pages. A feature lists its own; here they are put together. */
import { accountRoutes } from '../features/account/account.routes.ts'
import { auditRoutes } from '../features/audit/audit.routes.ts'
import { authRoutes } from '../features/auth/auth.routes.ts'
import { connectorsRoutes } from '../features/connectors/connectors.routes.ts'
import { environmentRoute } from '../features/environments/environment-route.ts'
import { environmentsRoutes } from '../features/environments/environments.routes.ts'
import { homeRoutes } from '../features/home/home.routes.ts'
import { instanceRoutes } from '../features/instance/instance.routes.ts'
import { serversRoutes } from '../features/servers/servers.routes.ts'
import { settingsRoutes } from '../features/settings/settings.routes.ts'
import { teamRoutes } from '../features/team/team.routes.ts'
import { tokensRoutes } from '../features/tokens/tokens.routes.ts'
import { appRoute, rootRoute } from './root-routes.ts'

// biome-ignore format: one a line
const environmentPages = environmentRoute.addChildren([
  ...environmentsRoutes,
])

// biome-ignore format: one a line
const pages = appRoute.addChildren([
  ...homeRoutes,
  ...connectorsRoutes,
  ...accountRoutes,
  ...serversRoutes,
  ...teamRoutes,
  ...tokensRoutes,
  ...auditRoutes,
  ...settingsRoutes,
  ...instanceRoutes,
  environmentPages,
])

export const routeTree = rootRoute.addChildren([...authRoutes, pages])
