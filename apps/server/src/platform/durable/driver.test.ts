import { it } from 'vitest'
import { driverScenarios } from '../../testing/durable/driver-scenarios.ts'
import { memoryStore } from '../../testing/durable/memory-store.ts'

const store = memoryStore()

for (const [name, story] of Object.entries(driverScenarios)) it(name, () => story(store))
