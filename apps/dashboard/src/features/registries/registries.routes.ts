import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const registries = createRoute({
  getParentRoute: () => appRoute,
  path: '/registries',
  component: lazyRouteComponent(() => import('./registries-page.tsx'), 'RegistriesPage'),
})

export const registriesRoutes = [registries]
