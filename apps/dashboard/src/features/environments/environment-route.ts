import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

/** Parent route of an environment's pages, with a common title, tabs and actions. */
export const environmentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/environments/$environmentId',
  component: lazyRouteComponent(() => import('./environment-layout.tsx'), 'EnvironmentLayout'),
})
