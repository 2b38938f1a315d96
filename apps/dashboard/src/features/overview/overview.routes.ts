import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'

const overview = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})

export const overviewRoutes = [overview]
