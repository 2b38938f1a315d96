import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const servers = createRoute({
  getParentRoute: () => appRoute,
  path: '/servers',
  component: lazyRouteComponent(() => import('./servers-page.tsx'), 'ServersPage'),
})

const newServer = createRoute({
  getParentRoute: () => appRoute,
  path: '/servers/new',
  component: lazyRouteComponent(() => import('./new-server-page.tsx'), 'NewServerPage'),
})

const server = createRoute({
  getParentRoute: () => appRoute,
  path: '/servers/$serverId',
  component: lazyRouteComponent(() => import('./server-page.tsx'), 'ServerPage'),
})

export const serversRoutes = [servers, newServer, server]
