import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { CallContext } from '../../../platform/link/call.ts'
import { createLog } from '../../../platform/log/log.ts'
import { createHealthCall } from './health.call.ts'
import type { HealthReport } from './health.schemas.ts'

const report: HealthReport = { status: 'passed', checkedAt: new Date('2026-01-01T00:00:00Z'), checks: [] }
const context: CallContext = {
  ...{ organizationId: null, actorId: null, signal: new AbortController().signal },
  body: Readable.from([]),
  log: createLog({ level: 'silent', process: 'worker' }),
}

test('requests at the same time, and shortly after, share one run of the checks', async () => {
  let [runs, nowMs] = [0, 0]
  const call = createHealthCall(
    async () => {
      runs += 1
      await Promise.resolve()
      return report
    },
    () => nowMs,
  )
  const ask = async () => await (await call.prepare({}))(context)
  const both = await Promise.all([ask(), ask()])
  expect(both.map(({ head }) => head)).toMatchObject([{ status: 'passed' }, { status: 'passed' }])
  await ask()
  expect(runs).toBe(1)
  nowMs = 5_000
  await ask()
  expect(runs).toBe(2)
})

test('a run that failed is not kept', async () => {
  let runs = 0
  const call = createHealthCall(async () => {
    runs += 1
    if (runs === 1) throw new Error('broken')
    return report
  })
  await expect((await call.prepare({}))(context)).rejects.toThrow('broken')
  expect((await (await call.prepare({}))(context)).head).toMatchObject({ status: 'passed' })
})
