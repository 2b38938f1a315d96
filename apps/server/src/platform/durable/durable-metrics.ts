/** Metrics that should alert an operator: unfinished work, read from the tables rather than from this process. */
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'

interface Figures {
  queued: number
  working: number
  waiting: number
  outbox: number
  oldestSeconds: number
}

const unknown: Figures = { queued: NaN, working: NaN, waiting: NaN, outbox: NaN, oldestSeconds: NaN }

export function registerDurableMetrics(registry: Registry, database: Pick<Database, 'systemDb'>): void {
  let reading: Promise<Figures> | undefined
  // One query serves the whole scrape. If the database is unreachable, the values are unknown but the scrape succeeds.
  const read = async () => {
    reading ??= readFigures(database)
      .catch(() => unknown)
      .finally(() => {
        reading = undefined
      })
    return await reading
  }
  const registers = [registry]
  new Gauge({
    name: 'longshore_unfinished_runs',
    help: 'Unfinished runs by what they do',
    labelNames: ['state'],
    registers,
    async collect() {
      const figures = await read()
      for (const state of ['queued', 'working', 'waiting'] as const) this.set({ state }, figures[state])
    },
  })
  new Gauge({
    name: 'longshore_outbox_rows',
    help: 'Turns to be handed to the engine',
    registers,
    async collect() {
      this.set((await read()).outbox)
    },
  })
  new Gauge({
    name: 'longshore_oldest_unfinished_run_seconds',
    help: 'Age of the oldest unfinished run that waits for nothing',
    registers,
    async collect() {
      this.set((await read()).oldestSeconds)
    },
  })
}

async function readFigures({ systemDb }: Pick<Database, 'systemDb'>): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select count(*) filter (where waiting_for is null and status = 'queued')::int as queued,
      count(*) filter (where waiting_for is null and status <> 'queued')::int as working,
      count(*) filter (where waiting_for is not null)::int as waiting,
      coalesce(extract(epoch from now() - min(created_at) filter (where waiting_for is null)), 0)::float8 as "oldestSeconds",
      (select count(*)::int from workflow_outbox) as outbox
    from workflow_runs where finished_at is null
  `.execute(systemDb)
  return rows[0] ?? unknown
}
