/** What all pages lie below: the bare root, and the shell for those who are signed in. */
import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { resumeSession } from '../api/session.ts'
import { Shell } from '../app/shell.tsx'

export const rootRoute = createRootRoute({ component: Outlet })

export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: Shell,
  async beforeLoad({ location }) {
    if ((await resumeSession()) === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
})
