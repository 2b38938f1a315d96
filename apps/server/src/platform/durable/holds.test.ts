import { it } from 'vitest'
import { holdScenarios } from '../../testing/durable/hold-scenarios.ts'
import { memoryStore } from '../../testing/durable/memory-store.ts'

const store = memoryStore()

for (const [name, story] of Object.entries(holdScenarios)) it(name, () => story(store))
