import { it } from 'vitest'
import { journalScenarios } from '../../testing/durable/journal-scenarios.ts'
import { memoryStore } from '../../testing/durable/memory-store.ts'

const store = memoryStore()

for (const [name, story] of Object.entries(journalScenarios)) it(name, () => story(store))
