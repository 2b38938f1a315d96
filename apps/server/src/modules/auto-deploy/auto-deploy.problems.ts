/** Problems with auto-deploy in API responses. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const autoDeployProblems = defineProblems({
  webhook_refused: {
    status: 403,
    title: 'The webhook was rejected',
    detail: 'No environment accepts this delivery: the URL, the secret, or the signature is wrong.',
    hint: "Compare the webhook's URL and secret with the environment's. Replace a lost secret with rotateSecret.",
  },
  webhooks_busy: {
    status: 503,
    title: 'Too many webhooks at once',
    detail: 'The instance is receiving more deliveries than it can handle.',
    hint: 'Redeliver it in a moment.',
  },
  auto_deploy_off: {
    status: 409,
    title: 'Auto-deploy is off',
    detail: "This environment doesn't deploy on push.",
    hint: 'Turn on auto-deploy, or deploy manually.',
    remedy: 'set_up_auto_deploy',
  },
  delivery_not_usable: {
    status: 409,
    title: "This delivery can't be redelivered",
    detail: "Longshore hasn't processed the delivery yet, or it isn't a push or a pull request.",
    hint: 'Choose a processed delivery of a push or a pull request.',
  },
  webhook_inactive: {
    status: 409,
    title: 'The webhook is turned off at the Git provider',
    detail: "The webhook exists, but the Git provider doesn't call it. A person or repeated failures turned it off.",
    hint: 'Turn it on at the Git provider, or delete it there. Longshore then registers it again.',
  },
})
