/** Front door of the deployments module on the worker's side. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import { createDeploy } from './workflow/deploy.workflow.ts'
import { deployHooks } from './workflow/deploy-hooks.ts'
import { createDeployLog } from './workflow/deploy-log.ts'
import type { DeployDeps } from './workflow/deploy-ports.ts'
import { createDeploymentRecords, type ProxyRecords, type SealedRecords } from './workflow/deployment-records.ts'

export type { DeploySettings, DeploySources, Runtimes } from './workflow/deploy-ports.ts'
export type { ProxyRecords, SealedRecords } from './workflow/deployment-records.ts'

export interface DeploymentsWorkerOptions extends Pick<DeployDeps, 'runtimes' | 'sources' | 'settings'> {
  database: Database
  sealed: SealedRecords
  proxy: ProxyRecords
}

export interface DeploymentsWorker {
  workflows: AnyWorkflow[]
}

export function createDeploymentsWorker(options: DeploymentsWorkerOptions): DeploymentsWorker {
  const { database, sealed, proxy, runtimes, sources, settings } = options
  const deps: DeployDeps = {
    runtimes,
    sources,
    settings,
    records: createDeploymentRecords({ database, sealed, proxy }),
    log: createDeployLog(),
    clock: { now: Date.now, wait: async (ms, signal) => await delay(ms, undefined, { signal }) },
  }
  return { workflows: [createDeploy(deps, deployHooks)] }
}
export { missingProxy, missingRuntimes, missingSealed, missingSources } from './workflow/missing-parts.ts'
