import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'

const services = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/services',
  component: lazyRouteComponent(() => import('./services-page.tsx'), 'ServicesPage'),
})

export const servicesRoutes = [services]
