/** What can go wrong with domains, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const domainProblems = defineProblems({
  hostname_reserved: {
    status: 422,
    title: 'This hostname cannot be used',
    detail: 'It belongs to this instance, or names like it only exist inside of private networks.',
    hint: 'Take a name of a domain that you own. For a network with a DNS of its own the operator names its suffix in DOMAINS_ALLOW.',
  },
  domain_exists: {
    status: 409,
    title: 'The domain is registered already',
    detail: 'Your organisation has this hostname in its list.',
    hint: 'Use the entry that is there.',
  },
  domain_in_use: {
    status: 409,
    title: 'An environment answers at this domain',
    detail: 'The domain is attached to an environment.',
    hint: 'Remove it from the environment first, then delete it.',
  },
})
