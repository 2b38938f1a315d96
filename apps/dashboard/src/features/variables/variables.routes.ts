import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'

const variables = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/variables',
  component: lazyRouteComponent(() => import('./variables-page.tsx'), 'VariablesPage'),
})

export const variablesRoutes = [variables]
