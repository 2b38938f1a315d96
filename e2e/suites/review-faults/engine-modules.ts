/** The durable engine of the checkout under test, and its test drivers: the same paths in both commits. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Backups from '../../../apps/server/src/modules/backups/archives/backups.references.ts'
import type * as StartBackup from '../../../apps/server/src/modules/backups/archives/start-backup.action.ts'
import type * as DatabaseModule from '../../../apps/server/src/platform/database/database.ts'
import type * as Attempt from '../../../apps/server/src/platform/durable/attempt.ts'
import type * as Locks from '../../../apps/server/src/platform/durable/locks.ts'
import type * as Relay from '../../../apps/server/src/platform/durable/relay.ts'
import type * as Runs from '../../../apps/server/src/platform/durable/runs.ts'
import type * as Schedules from '../../../apps/server/src/platform/durable/schedules.ts'
import type * as Ticker from '../../../apps/server/src/platform/durable/ticker.ts'
import type * as Workflow from '../../../apps/server/src/platform/durable/workflow.ts'
import type * as WorkflowRef from '../../../apps/server/src/platform/durable/workflow-ref.ts'
import type * as LogModule from '../../../apps/server/src/platform/log/log.ts'
import type * as MemoryStore from '../../../apps/server/src/testing/durable/memory-store.ts'
import type * as Driver from '../../../apps/server/src/testing/durable-driver.ts'
import type * as TestDeployments from '../../../apps/server/src/testing/test-deployments.ts'
import type { FaultsTestEnv } from './finding.ts'

type Loaded = typeof Attempt &
  typeof Driver &
  typeof MemoryStore &
  typeof Workflow &
  typeof WorkflowRef &
  typeof LogModule

export async function loadEngine(testEnv: FaultsTestEnv): Promise<Loaded> {
  const paths = [
    'platform/durable/attempt', 'platform/durable/workflow', 'platform/durable/workflow-ref', 'platform/log/log',
    'testing/durable-driver', 'testing/durable/memory-store',
  ] // biome-ignore format: a list
  const modules = await Promise.all(paths.map((path) => load(testEnv, path)))
  return Object.assign({}, ...modules) as Loaded
}

type LoadedRows = typeof Backups &
  typeof DatabaseModule &
  typeof Locks &
  typeof Relay &
  typeof Runs &
  typeof Schedules &
  typeof StartBackup &
  typeof TestDeployments &
  typeof Ticker

/** The modules that need PostgreSQL. */
export async function loadRows(testEnv: FaultsTestEnv): Promise<LoadedRows> {
  const paths = [
    'modules/backups/archives/backups.references', 'modules/backups/archives/start-backup.action', 'platform/database/database',
    'platform/durable/locks', 'platform/durable/relay', 'platform/durable/runs', 'platform/durable/schedules',
    'platform/durable/ticker', 'testing/test-deployments',
  ] // biome-ignore format: a list
  const modules = await Promise.all(paths.map((path) => load(testEnv, path)))
  return Object.assign({}, ...modules) as LoadedRows
}

/** Undefined if the checkout doesn't have it. */
export async function loadIfThere<Module>(testEnv: FaultsTestEnv, path: string): Promise<Module | undefined> {
  return (await load(testEnv, path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  })) as Module | undefined
}

export async function load(testEnv: FaultsTestEnv, path: string): Promise<unknown> {
  return await import(pathToFileURL(join(testEnv.checkout.root, 'apps/server/src', `${path}.ts`)).href)
}

export interface PostgresClient {
  connect(): Promise<void>
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly { readonly count?: number }[] }>
  end(): Promise<void>
}

/** The driver that the checkout uses, so that its connections can be broken from here. */
export function loadDriver(testEnv: FaultsTestEnv): {
  readonly Client: { new (options: { connectionString: string }): PostgresClient; readonly prototype: PostgresClient }
} {
  return createRequire(join(testEnv.checkout.root, 'apps/server/package.json'))('pg')
}

/** `zod` of the checkout: schemas of another copy are not recognized. */
export function loadZod(testEnv: FaultsTestEnv): typeof import('zod') {
  return createRequire(join(testEnv.checkout.root, 'apps/server/package.json'))('zod') as typeof import('zod')
}
