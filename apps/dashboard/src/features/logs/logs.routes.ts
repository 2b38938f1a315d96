import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'
import { readLogParams } from './log-range.ts'

const logs = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/logs',
  validateSearch: readLogParams,
  component: lazyRouteComponent(() => import('./logs-page.tsx'), 'LogsPage'),
})

export const logsRoutes = [logs]
