import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from './environment-route.ts'

const overview = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})

export const environmentsRoutes = [overview]
