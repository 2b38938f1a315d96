import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute, rootRoute } from '../../navigation/root-routes.ts'

/** Outside the shell, because people without an account also open links from API errors. */
const failure = createRoute({
  getParentRoute: () => rootRoute,
  path: '/problems/$code',
  component: lazyRouteComponent(() => import('./failure-page.tsx'), 'FailurePage'),
})

const help = createRoute({
  getParentRoute: () => appRoute,
  path: '/help/$code',
  component: lazyRouteComponent(() => import('./failure-page.tsx'), 'HelpPage'),
})

export const failuresRoutes = [failure]
export const helpRoutes = [help]
