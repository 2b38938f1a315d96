/** The tree of pages. A feature lists its own; here they are put together. */
import { authRoutes } from '../features/auth/auth.routes.ts'
import { connectorsRoutes } from '../features/connectors/connectors.routes.ts'
import { deploymentsRoutes } from '../features/deployments/deployments.routes.ts'
import { environmentRoute } from '../features/environments/environment-route.ts'
import { environmentsRoutes } from '../features/environments/environments.routes.ts'
import { homeRoutes } from '../features/home/home.routes.ts'
import { appRoute, rootRoute } from './root-routes.ts'

const environmentPages = environmentRoute.addChildren([...environmentsRoutes, ...deploymentsRoutes])

const pages = appRoute.addChildren([...homeRoutes, ...connectorsRoutes, environmentPages])

export const routeTree = rootRoute.addChildren([...authRoutes, pages])
