import { it } from 'vitest'
import { driverStories } from '../../testing/durable/driver-scenarios.ts'
import { memoryStore } from '../../testing/durable/memory-store.ts'

const store = memoryStore()

for (const [name, story] of Object.entries(driverStories)) it(name, () => story(store))
