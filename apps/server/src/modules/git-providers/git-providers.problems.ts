/** API problems of Git providers. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const gitProviderProblems = defineProblems({
  provider_in_use: {
    status: 409,
    title: 'The Git provider connection is in use',
    detail: 'Projects fetch their source through it.',
    hint: 'Switch those projects to another connection, or repeat with ?force=true.',
  },
  repository_name_ambiguous: {
    status: 409,
    title: 'The repository name is ambiguous',
    detail: 'More than one repository in this connection could have this name.',
    hint: "Use owner/name, URL-encoded as one segment, or the provider's repository ID.",
  },
  provider_token_refused: {
    status: 422,
    title: 'The Git provider rejected the token',
    detail: "Longshore tried the token, and the provider didn't accept it.",
    hint: "Check that the token is complete, hasn't expired, and belongs to this provider. Then save it again.",
  },
  provider_not_reached: {
    status: 422,
    title: 'No Git provider found at this URL',
    detail: "The URL doesn't respond like a Git provider of this kind.",
    hint: "Check kind and baseUrl: use the URL you open in the browser. If they're correct, try again later.",
  },
  provider_token_invalid: {
    status: 409,
    title: 'The stored token no longer works',
    detail: "The provider rejects this connection's credential: it was revoked, it expired, or the account was closed.",
    hint: 'Create a new token at the Git provider and save it here. Projects keep using the connection.',
    remedy: 'connect_git_provider',
  },
  provider_forbidden: {
    status: 409,
    title: 'The token lacks permission',
    detail: "The provider accepts the token, but doesn't allow this operation.",
    hint: 'Give the token the scopes in missingScopes, or ask an administrator of the organization to approve it.',
  },
  provider_rate_limited: {
    status: 503,
    title: 'Rate-limited by the Git provider',
    detail: 'The provider is rate-limiting this connection.',
    hint: 'Wait for the number of seconds in Retry-After. Another token has its own limit.',
  },
  provider_unavailable: {
    status: 503,
    title: "The Git provider doesn't respond",
    detail: 'The provider is unreachable or failed.',
    hint: "Try again in a moment. If this keeps happening, check the provider's status page.",
  },
  provider_unreadable: {
    status: 502,
    title: 'Unexpected response from the Git provider',
    detail: "The response doesn't match the API of this kind of provider.",
    hint: 'Check kind and baseUrl: use the URL you open in the browser.',
  },
  provider_request_refused: {
    status: 422,
    title: 'The Git provider rejected the request',
    detail: 'The provider understood the request but rejected it.',
    hint: 'Check names and cursor, and whether the repository is archived or empty.',
  },
  provider_address_refused: {
    status: 422,
    title: "This network address isn't allowed",
    detail: "This instance isn't allowed to connect to this address.",
    hint: 'Use a public HTTPS URL, or ask the operator to add the network to OUTBOUND_ALLOW.',
  },
  repository_not_found: {
    status: 404,
    title: 'Repository not found',
    detail: "The repository doesn't exist, or the token can't access it.",
    hint: 'Check the name. For a private repository, use a connection whose token can read it.',
  },
  repository_url_invalid: {
    status: 422,
    title: 'Not a repository URL',
    detail: 'A repository is identified by its HTTPS URL, for example https://github.com/octo/shop.',
    hint: 'Copy the HTTPS URL from the provider, without user, password, or query.',
  },
  github_app_request_unknown: {
    status: 409,
    title: 'Unknown or expired registration',
    detail: "You didn't start a GitHub App registration with this state in the last hour, or it's already complete.",
    hint: 'Start setting up the GitHub App again.',
  },
})
