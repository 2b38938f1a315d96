import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const catalog = createRoute({
  getParentRoute: () => appRoute,
  path: '/catalog',
  component: lazyRouteComponent(() => import('./catalog-page.tsx'), 'CatalogPage'),
})

const template = createRoute({
  getParentRoute: () => appRoute,
  path: '/catalog/$name',
  component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
})

/** Two segments, so that it never hides an app with the same name. */
const external = createRoute({
  getParentRoute: () => appRoute,
  path: '/catalog/external/preview',
  component: lazyRouteComponent(() => import('./external-page.tsx'), 'ExternalPage'),
})

export const catalogRoutes = [catalog, template, external]
