import type { Database } from '../../platform/database/database.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { createGitProviderCalls } from './calls/git-providers.call.ts'
import { createAppTokens } from './clients/github-app.client.ts'
import { createRateGate } from './clients/rate-gate.client.ts'
import { createSources } from './create-sources.remote.ts'
import { createProviderAccess } from './provider-access.remote.ts'
import { createRepositoryLists } from './repository-lists.remote.ts'
import type { Sources } from './sources.remote.ts'

export type { ListedPullRequest, PullRequest, RepositoryRef, Sources } from './sources.remote.ts'

export interface GitProvidersWorkerOptions {
  database: Database
  unsealer: Unsealer
  outbound: Outbound
  log: Log
}

export interface GitProvidersWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
  sources: Sources
}

export function createGitProvidersWorker({
  database,
  unsealer,
  outbound,
}: GitProvidersWorkerOptions): GitProvidersWorker {
  const parts = { outbound, gate: createRateGate(), tokens: createAppTokens() }
  const access = createProviderAccess({ ...parts, database, unsealer })
  const lists = createRepositoryLists(access)
  return {
    workflows: [],
    calls: createGitProviderCalls({ ...parts, database, unsealer, access, lists }),
    sources: createSources(parts, access),
  }
}
