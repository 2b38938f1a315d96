import { it } from 'vitest'
import { postgresStore } from '../../testing/durable/postgres-store.ts'
import { releaseScenarios } from '../../testing/durable/release-scenarios.ts'
import { useTestDatabase } from '../../testing/test-database.ts'

const { database } = await useTestDatabase()
const store = postgresStore(database)

for (const [name, story] of Object.entries(releaseScenarios)) it(name, () => story(store))
