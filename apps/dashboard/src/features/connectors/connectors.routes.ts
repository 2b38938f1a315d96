import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const connectors = createRoute({
  getParentRoute: () => appRoute,
  path: '/connectors',
  component: lazyRouteComponent(() => import('./connectors-page.tsx'), 'ConnectorsPage'),
})

const connector = createRoute({
  getParentRoute: () => appRoute,
  path: '/connectors/$connectorId',
  component: lazyRouteComponent(() => import('./connector-page.tsx'), 'ConnectorPage'),
})

export const connectorsRoutes = [connectors, connector]
