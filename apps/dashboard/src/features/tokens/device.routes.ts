import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../navigation/root-routes.ts'

const device = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device',
  component: lazyRouteComponent(() => import('./device-page.tsx'), 'DevicePage'),
})

export const deviceRoutes = [device]
