/** Problems with domains in API responses. */
import { defineProblems } from '../../../platform/errors/problem.ts'

export const domainProblems = defineProblems({
  hostname_reserved: {
    status: 422,
    title: "This hostname can't be used",
    detail: 'It belongs to this instance, or is reserved for private networks.',
    hint: 'Use a hostname of a domain you own. For a private network with its own DNS, ask the operator to add its suffix to PRIVATE_DOMAIN_SUFFIXES.',
  },
  domain_exists: {
    status: 409,
    title: 'The domain is already registered',
    detail: 'Your organization already has this hostname.',
    hint: 'Use the existing entry.',
  },
  domain_in_use: {
    status: 409,
    title: 'The domain is attached to an environment',
    detail: 'An environment uses this domain.',
    hint: 'Detach it from the environment first, then delete it.',
  },
})
