/** The durable driver without Restate: a test calls it as Restate would, once per invocation of a key. */
import { systemTimers } from '../platform/clock/timers.ts'
import type { Database } from '../platform/database/database.ts'
import { createDriver } from '../platform/durable/driver.ts'
import type { DriverOptions } from '../platform/durable/execution.ts'
import { LiveRuns } from '../platform/durable/live-runs.ts'
import type { AnyWorkflow } from '../platform/durable/workflow.ts'
import { createLog } from '../platform/log/log.ts'
import type { DurableStore } from './durable/durable-store.ts'
import { postgresStore } from './durable/postgres-store.ts'

export { newOrganization } from './durable/postgres-store.ts'

export function testDriver(database: Database, workflows: AnyWorkflow[], overrides: Partial<DriverOptions> = {}) {
  return storeDriver(postgresStore(database), workflows, overrides)
}

export function storeDriver<Store extends DurableStore>(
  store: Store,
  workflows: AnyWorkflow[],
  overrides: Partial<DriverOptions> = {},
) {
  const live = overrides.live ?? new LiveRuns()
  const drive = createDriver({
    journal: store.journal,
    timers: systemTimers,
    workflows: new Map(workflows.map((each) => [each.ref.kind, each])),
    live,
    log: createLog({ level: 'silent', process: 'test' }),
    backoff: { initialMs: 1, maxMs: 5 },
    maxTakeovers: 20,
    stopGraceMs: 1_000,
    onStuck: () => undefined,
    point: () => undefined,
    ...overrides,
  })
  return {
    ...store,
    live,
    /** Runs one invocation, as Restate does. */
    drive: (key: string, attempt = new AbortController()) => drive(key, attempt.signal),
  }
}
