import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const team = createRoute({
  getParentRoute: () => appRoute,
  path: '/team',
  component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
})

export const teamRoutes = [team]
