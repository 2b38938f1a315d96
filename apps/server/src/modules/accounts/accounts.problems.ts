/** What can go wrong with accounts and sessions. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const accountProblems = defineProblems({
  invalid_credentials: {
    status: 401,
    title: 'Wrong e-mail address or password',
    detail: 'No account matches this e-mail address and password.',
    hint: 'Check both, or ask for a reset link with POST /auth/forgot-password.',
  },
  mfa_required: {
    status: 401,
    title: 'A second factor is needed',
    detail: 'The password is right; this account also asks for a code of its authenticator.',
    hint: 'Send "mfaToken" and the code to POST /auth/verify-otp within five minutes.',
  },
  invalid_code: {
    status: 401,
    title: 'Wrong or expired code',
    detail: 'The code is wrong, was used before, or has expired.',
    hint: 'Ask for a new one with POST /auth/resend-otp, or sign in again.',
  },
  invalid_refresh_token: {
    status: 401,
    title: 'The session has ended',
    detail: 'The refresh token is unknown, expired, or was used before.',
    hint: 'Sign in again.',
  },
  recent_sign_in_required: {
    status: 401,
    title: 'Sign in again first',
    detail: 'This operation needs a sign-in within the last ten minutes.',
    hint: 'Sign in with POST /auth/login and repeat the request with the new access token.',
  },
  email_not_verified: {
    status: 403,
    title: 'The e-mail address is not verified',
    detail: 'The password is right, but the address was not verified yet. A new code is on its way.',
    hint: 'Send the code from the mail to POST /auth/verify-otp.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up is closed',
    detail: 'This instance does not take new accounts.',
    hint: 'Ask an owner for an invitation, or the operator for a setup link.',
  },
  refresh_in_progress: {
    status: 409,
    title: 'This token was just exchanged',
    detail: 'The refresh token was exchanged a moment ago by another request.',
    hint: 'Use the tokens from that answer; another tab may hold them.',
  },
  mfa_already_enabled: {
    status: 409,
    title: 'Two-factor sign-in is already on',
    detail: 'This account already asks for a second factor.',
    hint: 'Turn it off with DELETE /auth/mfa before setting it up anew.',
  },
  mfa_not_enabled: {
    status: 409,
    title: 'Two-factor sign-in is off',
    detail: 'This account has no second factor.',
    hint: 'Set one up with POST /auth/mfa.',
  },
  account_owns_organizations: {
    status: 409,
    title: 'You are the last owner of an organisation',
    detail: 'Deleting the account would leave an organisation without an owner.',
    hint: 'Make another member owner, or delete the organisation first.',
  },
  invalid_reset_token: {
    status: 422,
    title: 'The reset link is not valid',
    detail: 'The link was used before, has expired, or was replaced by a newer one.',
    hint: 'Ask for a new one with POST /auth/forgot-password.',
  },
  weak_password: {
    status: 422,
    title: 'The password is too easy to guess',
    detail: 'The password was refused.',
    hint: 'Use at least 12 characters; a few uncommon words are good.',
  },
})
