import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'

const environmentDomains = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/domains',
  component: lazyRouteComponent(() => import('./environment-domains-page.tsx'), 'EnvironmentDomainsPage'),
})

export const environmentDomainsRoutes = [environmentDomains]
