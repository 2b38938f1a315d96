/** API problems of registries. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const registryProblems = defineProblems({
  registry_refused: {
    status: 422,
    title: 'The registry rejected the credentials',
    detail: "The registry didn't accept this username and password.",
    hint: 'Check both. Most registries require an access token with package read access instead of the password.',
  },
  registry_not_reached: {
    status: 422,
    title: 'No registry found at this host',
    detail: "The host doesn't respond like a container registry.",
    hint: "Check the host: it's the part of the image name before the first slash. If it's correct, try again later.",
  },
  registry_address_refused: {
    status: 422,
    title: "This network address isn't allowed",
    detail: "This instance isn't allowed to connect to this address.",
    hint: 'Use a public registry with HTTPS, or ask the operator to add the network to OUTBOUND_ALLOW.',
  },
  registry_login_elsewhere: {
    status: 422,
    title: 'The registry wants the password sent elsewhere',
    detail:
      "The registry names a login service outside its own domain, or without HTTPS. Longshore didn't send the password.",
    hint: 'Check the host. For your own registry, set its token realm to an HTTPS URL in the same domain.',
  },
})
