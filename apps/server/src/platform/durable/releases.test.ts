import { it } from 'vitest'
import { memoryStore } from '../../testing/durable/memory-store.ts'
import { releaseStories } from '../../testing/durable/release-scenarios.ts'

const store = memoryStore()

for (const [name, story] of Object.entries(releaseStories)) it(name, () => story(store))
