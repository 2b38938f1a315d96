import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const instance = createRoute({
  getParentRoute: () => appRoute,
  path: '/instance',
  component: lazyRouteComponent(() => import('./instance-page.tsx'), 'InstancePage'),
})

export const instanceRoutes = [instance]
