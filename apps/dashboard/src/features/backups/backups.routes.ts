import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'

const backups = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/backups',
  component: lazyRouteComponent(() => import('./backups-page.tsx'), 'BackupsPage'),
})

export const backupsRoutes = [backups]
