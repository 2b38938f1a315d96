/** Front door of the Git providers module on the worker's side. */
import type { Database } from '../../platform/database/database.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import type { Sources } from './sources.ts'

export type { RepositoryRef, SourceDescription, Sources } from './sources.ts'

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

export function createGitProvidersWorker(_options: GitProvidersWorkerOptions): GitProvidersWorker {
  const notYet = async () => {
    throw new Error('not yet')
  }
  const sources: Sources = {
    describe: notYet,
    remote: notYet,
    commit: notYet,
    registerWebhook: notYet,
    removeWebhook: notYet,
    setCommitStatus: notYet,
  }
  return { workflows: [], calls: [], sources }
}
