/** What can go wrong with Git providers, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const gitProviderProblems = defineProblems({
  provider_in_use: {
    status: 409,
    title: 'The Git provider is in use',
    detail: 'Projects fetch their sources with it.',
    hint: 'Move the projects to another provider, or repeat with ?force=true.',
  },
  repository_name_ambiguous: {
    status: 409,
    title: 'The repository name is ambiguous',
    detail: 'More than one repository of this account can have this name.',
    hint: 'Use owner/name, URL-encoded as one segment, or the provider’s identifier.',
  },
  provider_token_refused: {
    status: 422,
    title: 'The provider does not accept the token',
    detail: 'The token was tried at the provider and was not accepted.',
    hint: 'Check that it is complete, not expired, and made at this provider; then save it again.',
  },
  provider_not_reached: {
    status: 422,
    title: 'No such provider answers there',
    detail: 'At the address nothing answers as a provider of this kind does.',
    hint: 'Check kind and baseUrl: the address is the one where you browse the provider. If they are right, try again later.',
  },
  provider_token_invalid: {
    status: 409,
    title: 'The stored token is no longer accepted',
    detail:
      'The provider refuses the credential of this account: it was revoked, has expired, or the account was closed.',
    hint: 'Make a new token and save it with POST /git-provider/save-token; projects keep working with it.',
  },
  provider_forbidden: {
    status: 409,
    title: 'The credential may not do this',
    detail: 'The provider knows the account but does not allow this with its token.',
    hint: 'Give the token the scopes named in missingScopes, or have an administrator of the organisation approve it.',
  },
  provider_rate_limited: {
    status: 503,
    title: 'The provider’s limit is used up',
    detail: 'The provider takes no more requests of this account for now.',
    hint: 'Wait for the seconds in Retry-After; another token has a limit of its own.',
  },
  provider_unavailable: {
    status: 503,
    title: 'The provider does not answer',
    detail: 'The provider could not be reached, or failed.',
    hint: 'Try again in a moment; look at the status page of the provider if it stays.',
  },
  provider_unreadable: {
    status: 502,
    title: 'The provider’s answer makes no sense',
    detail: 'What came back is not what the API of this kind of provider answers.',
    hint: 'Check kind and baseUrl: the address must be the one where you browse the provider.',
  },
  provider_request_refused: {
    status: 422,
    title: 'The provider refuses the request',
    detail: 'The provider understood the request and does not take it.',
    hint: 'Check names and cursor; look whether the repository is archived or empty.',
  },
  provider_address_refused: {
    status: 422,
    title: 'This address is not allowed',
    detail: 'The operator of this instance does not let it connect to this address.',
    hint: 'Use a public https address, or have the operator add the network to OUTBOUND_ALLOW.',
  },
  repository_not_found: {
    status: 404,
    title: 'No such repository',
    detail: 'The provider knows no such repository, or the credential may not see it.',
    hint: 'Check the name; for a private repository use a provider whose token may read it.',
  },
  repository_url_invalid: {
    status: 422,
    title: 'Not the address of a repository',
    detail: 'A repository is given by its https address, for example https://github.com/octo/shop.',
    hint: 'Copy the https address from the provider, without user, password and query.',
  },
  app_request_unknown: {
    status: 409,
    title: 'This registration is unknown or has expired',
    detail: 'No GitHub App was asked for with this state by you in the last hour, or it was completed before.',
    hint: 'Start again with POST /git-providers/github-app.',
  },
})
