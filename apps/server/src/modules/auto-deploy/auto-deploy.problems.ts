/** What can go wrong with auto-deploy, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const autoDeployProblems = defineProblems({
  webhook_refused: {
    status: 403,
    title: 'The webhook was refused',
    detail: 'No environment takes this delivery: the address, the secret or the signature is not right.',
    hint: 'Compare URL and secret of the hook with those of the environment; a lost secret is replaced with rotateSecret.',
  },
  webhooks_busy: {
    status: 503,
    title: 'Too many webhooks at once',
    detail: 'More deliveries are being received than there is room for.',
    hint: 'Deliver it again in a moment.',
  },
  auto_deploy_off: {
    status: 409,
    title: 'Auto-deploy is off',
    detail: 'The environment does not deploy by pushes.',
    hint: 'Switch it on with PATCH /environments/:id/auto-deploy, or deploy by hand.',
  },
  delivery_not_usable: {
    status: 409,
    title: 'There is nothing to deliver again',
    detail: 'The delivery is not decided yet, or holds no push and no pull request.',
    hint: 'Choose a delivery of a push or a pull request that was decided.',
  },
  webhook_inactive: {
    status: 409,
    title: 'The hook is switched off at the forge',
    detail: 'The hook is there, but the forge does not call it: a person or repeated failures switched it off.',
    hint: 'Switch it on at the forge, or remove it there: then it is registered anew.',
  },
})
