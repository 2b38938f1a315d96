/** Test access to runs in memory. */
import { newId } from '../../platform/ids/type-id.ts'
import { memoryJournal } from '../simulation/memory-journal.ts'
import { MemoryRuns } from '../simulation/memory-runs.ts'
import { MemoryStore } from '../simulation/memory-store.ts'
import type { DurableStore } from './durable-store.ts'

export function memoryStore(): DurableStore {
  const rows = new MemoryRuns(new MemoryStore({ now: () => new Date() }))
  const { store } = rows
  return {
    journal: memoryJournal(rows),
    async start(workflow, key, input, organizationId = null) {
      const id = newId('run')
      await store.transaction(() => rows.start(id, { workflow, key, input, organizationId }))
      return id
    },
    async startHeld(workflow, heldBy, input) {
      const id = newId('run')
      await store.transaction(() => rows.start(id, { workflow, key: id, input, organizationId: null, heldBy }))
      return id
    },
    cancel: (id) => store.transaction(() => rows.cancel(id)),
    async run(id) {
      const run = rows.runs.get(id)
      if (run === undefined) throw new Error(`no run ${id}`)
      return run
    },
    steps: async (id) => rows.steps.all().filter((step) => step.run_id === id),
    tickets: async () => rows.outbox.all().map((ticket) => ticket.run_id),
    takeTickets: () =>
      store.transaction(() => {
        const tickets = rows.outbox.all()
        for (const { id } of tickets) rows.outbox.delete(String(id))
        return tickets.map((ticket) => ticket.key)
      }),
    resumeRetries: () => store.transaction(() => rows.resumeRetries()),
    endPause: (id) =>
      store.transaction(() =>
        rows.runs.change(id, { waiting_for: { type: 'retry', until: '2020-01-01T00:00:00.000Z' } }),
      ),
    spoilInput: (id) => store.transaction(() => rows.runs.change(id, { input: {} })),
    newOrganization: async () => newId('org'),
    countHolds: async (resource) =>
      [...rows.locks.all(), ...rows.slots.all()].filter((hold) => hold.resource === resource).length,
  }
}
