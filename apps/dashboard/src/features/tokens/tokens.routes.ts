import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const tokens = createRoute({
  getParentRoute: () => appRoute,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./tokens-page.tsx'), 'TokensPage'),
})

export const tokensRoutes = [tokens]
