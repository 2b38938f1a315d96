import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const backupStores = createRoute({
  getParentRoute: () => appRoute,
  path: '/backup-stores',
  component: lazyRouteComponent(() => import('./backup-stores-page.tsx'), 'BackupStoresPage'),
})

export const backupStoresRoutes = [backupStores]
