import { it } from 'vitest'
import { memoryStore } from '../../testing/durable/memory-store.ts'
import { releaseScenarios } from '../../testing/durable/release-scenarios.ts'

const store = memoryStore()

for (const [name, story] of Object.entries(releaseScenarios)) it(name, () => story(store))
