import { apiDetails, apiHints } from './api-hints.ts'
import { dataHints } from './problem-hints.ts'

interface ProblemTexts {
  hints: Readonly<Record<string, string>>
  details: Readonly<Record<string, string>>
}

/** Remedies of the API name API calls. Where the dashboard has a page or a button for one, it names that instead. */
export const problems: ProblemTexts = {
  details: apiDetails,
  hints: {
    ...apiHints,
    ...dataHints,
    invalid_credentials: 'Check your email and password, or choose "Forgot your password?" on the sign-in page.',
    invalid_code: 'Check your latest email or your authenticator app, or start over.',
    recent_sign_in_required: 'Try again and confirm your password.',
    mfa_already_enabled: 'Turn off two-factor sign-in first, then set it up again.',
    mfa_not_enabled: 'Set up two-factor sign-in on your account page.',
    invalid_reset_token: 'Request a new link.',
    account_owns_organizations:
      'Make another member an owner on the Team page, or delete the organization in its settings.',
    validation_failed: 'Correct these fields and try again.',
    unknown_field: 'Reload the page and try again.',
    person_required: 'Sign in to do this.',
    unauthenticated: 'Sign in again.',
  },
}
