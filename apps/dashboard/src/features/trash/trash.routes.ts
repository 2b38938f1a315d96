import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const trash = createRoute({
  getParentRoute: () => appRoute,
  path: '/trash',
  component: lazyRouteComponent(() => import('./trash-page.tsx'), 'TrashPage'),
})

export const trashRoutes = [trash]
