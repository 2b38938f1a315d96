import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-routes.ts'

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const { next } = search
    // Only pages of ours: two slashes would lead elsewhere.
    return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {}
  },
})

export const authRoutes = [signIn]
