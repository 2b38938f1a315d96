import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../navigation/root-routes.ts'

/** Outside of the shell: links in messages of the API are opened by people without an account here, too. */
const failure = createRoute({
  getParentRoute: () => rootRoute,
  path: '/problems/$code',
  component: lazyRouteComponent(() => import('./failure-page.tsx'), 'FailurePage'),
})

export const failuresRoutes = [failure]
