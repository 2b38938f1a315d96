/** A page with every component, for development and for the accessibility suite. Production builds leave it out. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../navigation/root-routes.ts'

export function createGalleryRoutes() {
  return [
    createRoute({
      getParentRoute: () => rootRoute,
      path: '/gallery',
      component: lazyRouteComponent(() => import('./gallery-page.tsx'), 'GalleryPage'),
    }),
  ]
}
