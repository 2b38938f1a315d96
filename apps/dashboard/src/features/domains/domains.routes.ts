import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const domains = createRoute({
  getParentRoute: () => appRoute,
  path: '/domains',
  component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage'),
})

const domain = createRoute({
  getParentRoute: () => appRoute,
  path: '/domains/$domainId',
  component: lazyRouteComponent(() => import('./domain-page.tsx'), 'DomainPage'),
})

export const domainsRoutes = [domains, domain]
