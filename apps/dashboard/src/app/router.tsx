/** The router. Each page is loaded when it is first opened. */
import { createRouter } from '@tanstack/react-router'
import { afterPage } from '../ui/after-page.ts'
import { NotFound } from '../ui/not-found.tsx'
import { PageError } from './page-error.tsx'
import { routeTree } from './routes.ts'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageError,
})

const routes = Object.values(router.routesById)

// The code of the first page is loaded while the session resumes, not after it. A failure shows when the router loads the page.
const first = new Set<string>(router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId))
for (const { id, options } of routes) if (first.has(id)) void options.component?.preload?.()?.catch(() => undefined)

// Later, the code of the other pages is loaded one after another, so that a click on any link shows its page immediately.
afterPage(async () => {
  for (const { id, options } of routes) if (id.startsWith('/app')) await options.component?.preload?.()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
