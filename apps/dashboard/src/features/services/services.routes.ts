import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'

const services = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/services',
  component: lazyRouteComponent(() => import('./services-page.tsx'), 'ServicesPage'),
})

const service = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/services/$serviceId',
  component: lazyRouteComponent(() => import('./service-page.tsx'), 'ServicePage'),
})

export const servicesRoutes = [services, service]
