/** Modules of the checkout under test, by paths that did not change, with the types of this one. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database } from '../../../apps/server/src/platform/database/database.ts'
import type { FaultsWorld } from './finding.ts'

type DatabaseModule = typeof import('../../../apps/server/src/platform/database/database.ts')
type Worlds = typeof import('../../../apps/server/src/testing/test-deployments.ts')

export async function load<Module>(world: FaultsWorld, path: string): Promise<Module> {
  return (await import(pathToFileURL(join(world.checkout.root, 'apps/server/src', path)).href)) as Module
}

/** A database of the checkout, through its own code. */
export async function openDatabase(world: FaultsWorld): Promise<{ url: string; database: Database }> {
  const { createDatabase } = await load<DatabaseModule>(world, 'platform/database/database.ts')
  const { superuser: url } = await world.database()
  return { url, database: createDatabase({ url, poolSize: 4, applicationName: 'provoke' }) }
}

export async function createEnvironment(world: FaultsWorld, database: Database) {
  const { createTestEnvironment } = await load<Worlds>(world, 'testing/test-deployments.ts')
  return await createTestEnvironment(database)
}
