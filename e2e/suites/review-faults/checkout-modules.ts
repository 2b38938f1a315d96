/** Modules of the checkout under test, by paths that didn't change. Their types are those of this checkout, or unknown. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database } from '../../../apps/server/src/testing/internals/database.ts'
import type { Checkout } from '../../support/checkout.ts'
import type { FaultsTestEnv } from './finding.ts'

// biome-ignore lint/suspicious/noExplicitAny: another checkout has types of its own
export type Any = any
type DatabaseModule = typeof import('../../../apps/server/src/platform/database/database.ts')
type TestEnvs = typeof import('../../../apps/server/src/testing/test-deployments.ts')

export async function loadModule({ root }: Pick<Checkout, 'root'>, path: string): Promise<Any> {
  return await import(pathToFileURL(join(root, path)).href)
}

/** Imports a module of the server. */
export async function load<Module = Any>(testEnv: FaultsTestEnv, path: string): Promise<Module> {
  return await loadModule(testEnv.checkout, join('apps/server/src', path))
}

/** A database of the checkout, through its own code. */
export async function openDatabase(testEnv: FaultsTestEnv): Promise<{ url: string; database: Database }> {
  const { createDatabase } = await load<DatabaseModule>(testEnv, 'platform/database/database.ts')
  const { url } = await testEnv.database()
  return { url, database: createDatabase({ url, poolSize: 8, applicationName: 'longshore-faults' }) }
}

export async function createEnvironment(testEnv: FaultsTestEnv, database: Database) {
  const { createTestEnvironment } = await load<TestEnvs>(testEnv, 'testing/test-deployments.ts')
  return await createTestEnvironment(database)
}

/** A database of the checkout with an environment in it, and an owner. */
export async function openEnvironment(
  testEnv: FaultsTestEnv,
): Promise<{ url: string; database: Any; at: Any } & AsyncDisposable> {
  const { url, database } = await openDatabase(testEnv)
  const at = await createEnvironment(testEnv, database)
  return { url, database, at, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}
