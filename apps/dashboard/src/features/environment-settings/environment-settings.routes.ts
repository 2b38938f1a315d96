import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { environmentRoute } from '../environments/environment-route.ts'

const settings = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./environment-settings-page.tsx'), 'EnvironmentSettingsPage'),
})

export const environmentSettingsRoutes = [settings]
