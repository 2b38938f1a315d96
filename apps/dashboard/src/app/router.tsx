/** The router. Each page is loaded when it is first opened. */
import { createRouter } from '@tanstack/react-router'
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
