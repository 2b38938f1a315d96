/** The tree of pages. A feature lists its own; here they are put together. */
import { accountRoutes } from '../features/account/account.routes.ts'
import { authRoutes } from '../features/auth/auth.routes.ts'
import { environmentRoute } from '../features/environments/environment-route.ts'
import { environmentsRoutes } from '../features/environments/environments.routes.ts'
import { homeRoutes } from '../features/home/home.routes.ts'
import { serversRoutes } from '../features/servers/servers.routes.ts'
import { appRoute, rootRoute } from './root-routes.ts'

const environmentPages = environmentRoute.addChildren([...environmentsRoutes])

export const routeTree = rootRoute.addChildren([
  ...authRoutes,
  appRoute.addChildren([...homeRoutes, ...accountRoutes, ...serversRoutes, environmentPages]),
])
