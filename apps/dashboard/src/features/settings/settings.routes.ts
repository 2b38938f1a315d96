import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const settings = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})

export const settingsRoutes = [settings]
