import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '../api/queries.ts'
import { RecentSignIn } from '../features/auth/recent-sign-in.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { router } from './router.tsx'
import { SessionEnded } from './session-ended.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <RecentSignIn />
      <SessionEnded />
      <Toasts />
    </QueryClientProvider>
  )
}
