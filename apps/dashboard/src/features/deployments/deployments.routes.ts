import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'

const list = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/deployments',
  component: lazyRouteComponent(() => import('./deployments-page.tsx'), 'DeploymentsPage'),
})

const deployment = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/deployments/$deploymentId',
  component: lazyRouteComponent(() => import('./deployment-page.tsx'), 'DeploymentPage'),
})

export const deploymentsRoutes = [list, deployment]
