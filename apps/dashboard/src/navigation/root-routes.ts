/** Parents of all pages: the bare root, and the one that requires a session. `app/routes.ts` gives the latter its frame. */
import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { resumeSession } from '../api/session.ts'
import { paths } from './paths.ts'

export const rootRoute = createRootRoute({ component: Outlet })

export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  async beforeLoad({ location }) {
    if ((await resumeSession()) === null) throw redirect({ to: paths.signIn(), search: { next: location.href } })
  },
})
