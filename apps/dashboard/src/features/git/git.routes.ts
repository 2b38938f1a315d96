import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../navigation/root-routes.ts'

const git = createRoute({
  getParentRoute: () => appRoute,
  path: '/git',
  component: lazyRouteComponent(() => import('./git-page.tsx'), 'GitPage'),
})

const callback = createRoute({
  getParentRoute: () => appRoute,
  path: '/git-providers/github-app/callback',
  component: lazyRouteComponent(() => import('./app-callback-page.tsx'), 'AppCallbackPage'),
  validateSearch: (search: Record<string, unknown>) => ({
    code: wordOf(search['code']),
    state: wordOf(search['state']),
  }),
})

const installed = createRoute({
  getParentRoute: () => appRoute,
  path: '/git-providers/github-app/installed',
  component: lazyRouteComponent(() => import('./app-installed-page.tsx'), 'AppInstalledPage'),
})

/** The router parses a code of only digits as a number. */
function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

export const gitRoutes = [git, callback, installed]
