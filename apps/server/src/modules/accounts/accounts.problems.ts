/** Problems with accounts and sessions. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const accountProblems = defineProblems({
  invalid_credentials: {
    status: 401,
    title: 'Wrong email address or password',
    detail: 'No account matches this email address and password.',
    hint: 'Check both, or request a password reset link.',
    remedy: 'reset_password',
  },
  mfa_required: {
    status: 401,
    title: 'Two-factor code required',
    detail: 'The password is correct. This account also requires an authenticator code.',
    hint: 'Send "mfaToken" with the code from your authenticator within five minutes.',
    remedy: 'enter_code',
  },
  invalid_code: {
    status: 401,
    title: 'Wrong or expired code',
    detail: 'The code is wrong, already used, or expired.',
    hint: 'Request a new code, or sign in again.',
    remedy: 'sign_in',
  },
  invalid_refresh_token: {
    status: 401,
    title: 'The session has ended',
    detail: 'The refresh token is unknown, expired, or already used.',
    hint: 'Sign in again.',
    remedy: 'sign_in',
  },
  recent_sign_in_required: {
    status: 401,
    title: 'Sign in again first',
    detail: 'This operation requires a sign-in within the last ten minutes.',
    hint: 'Sign in again, then repeat the request.',
    remedy: 'sign_in',
  },
  email_not_verified: {
    status: 403,
    title: "The email address isn't verified",
    detail: "The password is correct, but the email address isn't verified yet. We sent a new code.",
    hint: 'Enter the code from the email.',
    remedy: 'enter_code',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up is closed',
    detail: "This instance doesn't accept new accounts.",
    hint: 'Ask an organization owner for an invitation, or the operator for a setup link.',
  },
  refresh_in_progress: {
    status: 409,
    title: 'This token was just exchanged',
    detail: 'Another request exchanged this refresh token a moment ago.',
    hint: 'Use the tokens from that response. Another tab might have them.',
  },
  mfa_already_enabled: {
    status: 409,
    title: 'Two-factor sign-in is already on',
    detail: 'This account already uses two-factor sign-in.',
    hint: 'Turn it off first, then set it up again.',
    remedy: 'manage_two_factor',
  },
  mfa_not_enabled: {
    status: 409,
    title: 'Two-factor sign-in is off',
    detail: "This account doesn't use two-factor sign-in.",
    hint: 'Set up two-factor sign-in first.',
    remedy: 'manage_two_factor',
  },
  account_owns_organizations: {
    status: 409,
    title: "You're the last owner of an organization",
    detail: 'Deleting this account would leave an organization without an owner.',
    hint: 'Make another member an owner, or delete the organization first.',
  },
  invalid_reset_token: {
    status: 422,
    title: "The reset link isn't valid",
    detail: 'The link was already used, has expired, or was replaced by a newer one.',
    hint: 'Request a new password reset link.',
    remedy: 'reset_password',
  },
  weak_password: {
    status: 422,
    title: 'The password is too easy to guess',
    detail: 'The password was rejected.',
    hint: 'Use at least 12 characters. A few uncommon words work well.',
  },
})
