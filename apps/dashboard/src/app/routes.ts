/** The tree of pages. A feature lists its own; here they are put together. */
import { alertsRoutes } from '../features/alerts/alerts.routes.ts'
import { authRoutes } from '../features/auth/auth.routes.ts'
import { connectorsRoutes } from '../features/connectors/connectors.routes.ts'
import { homeRoutes } from '../features/home/home.routes.ts'
import { appRoute, rootRoute } from './root-routes.ts'

export const routeTree = rootRoute.addChildren([
  ...authRoutes,
  appRoute.addChildren([...homeRoutes, ...connectorsRoutes, ...alertsRoutes]),
])
