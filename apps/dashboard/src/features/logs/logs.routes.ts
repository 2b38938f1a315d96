import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'

const logs = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/logs',
  component: lazyRouteComponent(() => import('./logs-page.tsx'), 'LogsPage'),
})

export const logsRoutes = [logs]
