import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../navigation/root-routes.ts'

interface Next {
  next?: string
}

/** Accepts only paths of the dashboard. A path with two leading slashes would open another host. */
function readNext({ next }: Record<string, unknown>): Next {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {}
}

function readEmail({ email }: Record<string, unknown>): { email?: string } {
  return typeof email === 'string' && email.length <= 254 ? { email } : {}
}

const getParentRoute = () => rootRoute

const signIn = createRoute({
  getParentRoute,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
  validateSearch: readNext,
})
const signUp = createRoute({
  getParentRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
  /** `by=email` opens the form on a new instance, which otherwise asks for the setup link. */
  validateSearch: (search: Record<string, unknown>): Next & { by?: 'email' } => ({
    ...readNext(search),
    ...(search.by === 'email' ? { by: 'email' } : {}),
  }),
})
const setup = createRoute({
  getParentRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./setup-page.tsx'), 'SetupPage'),
})
const verify = createRoute({
  getParentRoute,
  path: '/verify',
  component: lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage'),
  validateSearch: (search: Record<string, unknown>): Next & { email?: string } => ({
    ...readNext(search),
    ...readEmail(search),
  }),
})
const forgotPassword = createRoute({
  getParentRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
})
const resetPassword = createRoute({
  getParentRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
})
const acceptInvitation = createRoute({
  getParentRoute,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('./accept-invitation-page.tsx'), 'AcceptInvitationPage'),
})

export const authRoutes = [signIn, signUp, setup, verify, forgotPassword, resetPassword, acceptInvitation]
