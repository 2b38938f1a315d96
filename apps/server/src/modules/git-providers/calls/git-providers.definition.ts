/** Calls from the API to the worker about Git providers. Tokens are sealed on the wire. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall, secretArgument } from '../../../platform/link/call.ts'
import { ProviderKind } from '../git-providers.schemas.ts'
import { BranchPage, RepositoryPage } from '../repositories.schemas.ts'

export const inspectToken = defineCall({
  name: 'git-providers.inspect-token',
  args: z.strictObject({
    kind: ProviderKind,
    baseUrl: z.string(),
    token: secretArgument(),
    username: z.string().nullable(),
  }),
  result: z.object({
    id: z.string(),
    login: z.string(),
    scopes: z.array(z.string()),
    missingScopes: z.array(z.string()),
  }),
})

/** The worker stores the result. */
export const checkProvider = defineCall({
  name: 'git-providers.check',
  args: z.strictObject({ providerId: idOf('git') }),
  result: z.null(),
})

export const searchProviders = defineCall({
  name: 'git-providers.search',
  args: z.strictObject({
    q: z.string(),
    providerId: idOf('git').nullable(),
    limit: z.int(),
    cursor: z.string().nullable(),
  }),
  result: RepositoryPage,
})

export const listBranches = defineCall({
  name: 'git-providers.branches',
  args: z.strictObject({
    providerId: idOf('git'),
    repository: z.string(),
    limit: z.int(),
    cursor: z.string().nullable(),
  }),
  result: BranchPage,
})

/** Exchanges GitHub's one-time code for the app. The worker seals its key for the row that will store it. */
export const convertApp = defineCall({
  name: 'git-providers.convert-app',
  args: z.strictObject({ providerId: idOf('git'), baseUrl: z.string(), code: secretArgument() }),
  result: z.object({
    appId: z.string(),
    slug: z.string(),
    clientId: z.string(),
    owner: z.string(),
    sealedKey: z.string(),
  }),
})
