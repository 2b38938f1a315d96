/**
 * A disk that has been filling for an hour and would be full in five hours is reported now. The hour of history is
 * seeded as the rows that the worker would have written; the disk and its current usage are the server's own.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { ServerMetrics } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { encodeRound, serverMetrics, toStoredRow } from '../../../apps/server/src/testing/internals/metrics.ts'
import { type AlertTestEnv, alertsOf, setRule, waitForAlert } from '../../support/alerts/alerts.ts'
import { mustAsk } from '../../support/servers.ts'

const rule = 'disk_filling'
const hoursLeft = 5
const minutes = 60

export async function proveForecast(testEnv: AlertTestEnv): Promise<void> {
  const { report, servers, sql } = testEnv
  const id = servers[0]?.id ?? ''
  await setRule(testEnv, rule, { forSeconds: 0, withinHours: 24 })
  const disk = await measuredDisk(testEnv, id)
  report.expect((await alertsOf(testEnv, rule)).length === 0, 'a disk with constant usage was reported as filling')
  const serverId = decodeId('srv', id)
  const [series] = await sql.query<{ id: string }>(
    'select id from metric_series where server_id = $1 and environment_id is null',
    [serverId],
  )
  const bytesPerMinute = (disk.all - disk.used) / (hoursLeft * 60)
  for (let minute = minutes; minute >= 1; minute -= 1) {
    const used = disk.used - minute * bytesPerMinute
    const values = toStoredRow(serverMetrics, {
      diskUsedBytes: used,
      diskBytes: disk.all,
      memoryBytes: 1e9,
      memoryUsedBytes: 1e8,
    })
    await sql.query(
      `insert into metric_rounds (server_id, organization_id, at, data)
       select id, organization_id, now() - $2 * interval '1 minute', $3 from servers where id = $1 on conflict do nothing`,
      [serverId, minute, encodeRound([{ seriesId: Number(series?.id), values }])],
    )
  }
  const alert = await waitForAlert(testEnv, rule, { holds: ({ status }) => status === 'firing', withinMs: 20_000 })
  const reported = Number(/about (\d+) hours/.exec(alert.detail)?.[1])
  report.figure('forecast_h', reported)
  report.expect(
    Math.abs(reported - hoursLeft) <= 1,
    `reported as full in ${reported} hours, not ${hoursLeft}: ${alert.detail}`,
  )
}

async function measuredDisk(testEnv: AlertTestEnv, id: string): Promise<{ used: number; all: number }> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(500)) {
    const { metrics } = await mustAsk<ServerMetrics>(testEnv, 'GET', `/servers/${id}/metrics?step=5`)
    const used = metrics.diskUsedBytes.values.findLast((each: number | null) => each !== null)
    if (used !== undefined)
      return { used, all: metrics.diskBytes.values.findLast((each) => each !== null) ?? Number.NaN }
  }
  throw new Error('the disk is not measured')
}
