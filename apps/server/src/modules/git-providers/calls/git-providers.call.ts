/** Worker side of the calls about Git providers. */
import { createHash } from 'node:crypto'
import type { Database } from '../../../platform/database/database.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import { createSealer } from '../../../platform/secrets/seal.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import { convertManifestCode } from '../clients/convert-app.client.ts'
import { type ClientParts, createGitClient } from '../clients/git-client-factory.client.ts'
import { gitProviderProblems } from '../git-providers.problems.ts'
import { listBranches } from '../list-branches.remote.ts'
import type { ProviderAccess } from '../provider-access.remote.ts'
import { providerAppKey } from '../provider-credentials.crypto.ts'
import { toProblem } from '../provider-problem.client.ts'
import type { RepositoryLists } from '../repository-lists.remote.ts'
import { searchRepositories } from '../search-repositories.remote.ts'
import * as calls from './git-providers.definition.ts'

export interface CallsOptions extends ClientParts {
  database: Database
  unsealer: Unsealer
  access: ProviderAccess
  lists: RepositoryLists
}

/** Problems of a token that is being tested: an unknown account means that the token is wrong. */
const tokenProblems = {
  unauthorized: gitProviderProblems.provider_token_refused,
  forbidden: gitProviderProblems.provider_token_refused,
  not_found: gitProviderProblems.provider_not_reached,
  unavailable: gitProviderProblems.provider_not_reached,
  unreadable: gitProviderProblems.provider_not_reached,
  refused_request: gitProviderProblems.provider_not_reached,
}
const codeProblems = {
  unauthorized: gitProviderProblems.github_app_request_unknown,
  not_found: gitProviderProblems.github_app_request_unknown,
  refused_request: gitProviderProblems.github_app_request_unknown,
  unavailable: gitProviderProblems.provider_not_reached,
  unreadable: gitProviderProblems.provider_not_reached,
}

export function createGitProviderCalls(options: CallsOptions): LinkHandler[] {
  const { access } = options
  return [
    handleCall(calls.inspectToken, async ({ kind, baseUrl, token, username }, { organizationId, signal }) => {
      // Scoped by URL and token, so that a rate-limited token doesn't block another.
      const scope = `${required(organizationId)} inspect ${kind} ${baseUrl} ${fingerprintOf(token)}`
      const client = createGitClient(options, { kind, baseUrl, credential: { token, username }, scope })
      return await client.whoAmI({ signal }).catch((error: unknown) => {
        throw toProblem(error, tokenProblems)
      })
    }),
    handleCall(calls.checkProvider, async ({ providerId }, { organizationId, signal }) => {
      await access.check(required(organizationId), providerId, { signal })
      return null
    }),
    handleCall(calls.searchProviders, (query, { organizationId, signal }) =>
      searchRepositories(options, required(organizationId), query, { signal }),
    ),
    handleCall(calls.listBranches, (query, { organizationId, signal }) =>
      listBranches(options, required(organizationId), query, { signal }),
    ),
    createConvertCall(options),
  ]
}

function createConvertCall(options: CallsOptions): LinkHandler {
  const sealer = createSealer(options.unsealer.keys[0].recipient)
  return handleCall(calls.convertApp, async ({ providerId, baseUrl, code }, context) => {
    const organizationId = required(context.organizationId)
    const request = { baseUrl, code: code.reveal(), scope: `${organizationId} convert ${baseUrl}` }
    const { key, ...app } = await convertManifestCode(options, request, context).catch((error: unknown) => {
      throw toProblem(error, codeProblems)
    })
    return { ...app, sealedKey: await sealer.seal(contextOf(providerAppKey, providerId, organizationId), key) }
  })
}

function fingerprintOf(token: Secret): string {
  return createHash('sha256').update(token.revealBytes()).digest('hex').slice(0, 16)
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new RefusedError('invalid_arguments')
  return value
}
