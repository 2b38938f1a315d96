import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const alerts = createRoute({
  getParentRoute: () => appRoute,
  path: '/alerts',
  component: lazyRouteComponent(() => import('./alerts-page.tsx'), 'AlertsPage'),
})

export const alertsRoutes = [alerts]
