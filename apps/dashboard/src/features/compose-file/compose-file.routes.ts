import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'

const composeFile = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/services/compose-file',
  component: lazyRouteComponent(() => import('./compose-file-page.tsx'), 'ComposeFilePage'),
})

export const composeFileRoutes = [composeFile]
