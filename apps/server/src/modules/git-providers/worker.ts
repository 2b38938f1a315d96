import type { Database } from '../../platform/database/database.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { createSources } from './calls/create-sources.ts'
import { createGitProviderCalls } from './calls/git-providers.call.ts'
import { createProviderAccess } from './calls/provider-access.ts'
import { createRepositoryLists } from './calls/repository-lists.ts'
import { createAppTokens } from './clients/github-app.ts'
import { createRateGate } from './clients/rate-gate.ts'
import type { Sources } from './sources.ts'

export type { ListedPullRequest, PullRequest, RepositoryRef, Sources } from './sources.ts'

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
