import { dataHints } from './problem-hints.ts'

/** Remedies of the API speak of calls. Where the dashboard has a page or a button for it, it says that instead. */
export const problems: { hints: Readonly<Record<string, string>> } = {
  hints: {
    ...dataHints,
    invalid_credentials: 'Check both, or choose a new password by "Forgot your password?" on the sign-in page.',
    invalid_code: 'Check the newest mail or your authenticator, or begin again.',
    recent_sign_in_required: 'Try again and confirm your password.',
    mfa_already_enabled: 'Turn it off first to set it up anew.',
    mfa_not_enabled: 'Set it up on your account page.',
    invalid_reset_token: 'Ask for a new link.',
    account_owns_organizations:
      'Make another member owner on the team page, or delete the organisation in its settings.',
    person_required: 'Sign in to do this.',
    unauthenticated: 'Sign in again.',
  },
}
