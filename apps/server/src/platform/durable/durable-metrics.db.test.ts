import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { registerDurableMetrics } from './durable-metrics.ts'
import { declareWorkflow } from './workflow-ref.ts'

const { database } = await useTestDatabase()
const ref = declareWorkflow({ kind: 'story', input: z.null() })

it('counts unfinished and waiting runs, and reports the age of the oldest', async () => {
  const driver = testDriver(database, [])
  const [old, waiting] = [await driver.start(ref, 'a', null), await driver.start(ref, 'b', null)]
  const hourAgo = new Date(Date.now() - 3_600_000)
  const update = database.systemDb.updateTable('workflow_runs')
  await update.set({ created_at: hourAgo, status: 'running' }).where('id', '=', old).execute()
  await update.set({ waiting_for: '{"type":"lock"}' }).where('id', '=', waiting).execute()
  const registry = new Registry()
  registerDurableMetrics(registry, database)
  const text = await registry.metrics()
  expect(text).toContain('longshore_unfinished_runs{state="working"} 1')
  expect(text).toContain('longshore_unfinished_runs{state="waiting"} 1')
  expect(text).toContain('longshore_outbox_rows 2')
  expect(text).toMatch(/longshore_oldest_unfinished_run_seconds 36\d\d/)
})
