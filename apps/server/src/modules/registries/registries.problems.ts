/** What can go wrong with registries, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const registryProblems = defineProblems({
  registry_refused: {
    status: 422,
    title: 'The registry does not accept the account',
    detail: 'User name and password were tried at the registry and were not accepted.',
    hint: 'Check both; most registries want an access token that may read packages instead of the password.',
  },
  registry_not_reached: {
    status: 422,
    title: 'No registry answers there',
    detail: 'At the address nothing answers as a registry of images does.',
    hint: 'Check the host: it is the part of an image’s name before the first slash. If it is right, try again later.',
  },
  registry_address_refused: {
    status: 422,
    title: 'This address is not allowed',
    detail: 'The operator of this instance does not let it connect to this address.',
    hint: 'Use a public registry with https, or have the operator add the network to OUTBOUND_ALLOW.',
  },
  registry_login_elsewhere: {
    status: 422,
    title: 'The registry wants the password sent elsewhere',
    detail:
      'The registry names a login service outside its own domain, or one without https. The password was not sent.',
    hint: 'Check the host. For a registry of your own, set its token realm to an https URL in the same domain.',
  },
})
