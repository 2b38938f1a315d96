/** Alerts in the API, in events and in notifications. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Alert, Page } from '@longshore/sdk'
import type { SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { DeployTestEnv } from '../deploy-test-env.ts'
import { mustAsk } from '../servers.ts'

export interface AlertTestEnv extends Omit<DeployTestEnv, typeof Symbol.asyncDispose> {
  readonly sql: SqlClient
}

export async function alertsOf(testEnv: AlertTestEnv, rule: string): Promise<Alert[]> {
  const { items } = await mustAsk<Page<Alert>>(testEnv, 'GET', '/alerts?limit=100')
  return items.filter((each) => each.rule === rule)
}

export async function waitForAlert(
  testEnv: AlertTestEnv,
  rule: string,
  { holds, withinMs }: { holds: (alert: Alert) => boolean; withinMs: number },
): Promise<Alert> {
  for (const deadline = Date.now() + withinMs; ; await delay(250)) {
    const found = (await alertsOf(testEnv, rule)).find(holds)
    if (found !== undefined) return found
    if (Date.now() > deadline)
      throw new Error(`no such alert of ${rule}: ${JSON.stringify(await alertsOf(testEnv, rule))}`)
  }
}

/** How often each alert was reported, in events and notifications. */
export async function countReported(
  testEnv: AlertTestEnv,
  rule: string,
): Promise<Record<'events' | 'notifications', string>> {
  const events = await testEnv.sql.query<{ action: string }>(
    `select data ->> 'action' as action from events where kind = 'alert' and data ->> 'rule' = $1 order by seq`,
    [rule],
  )
  const notifications = await testEnv.sql.query<{ action: string }>(
    `select substr(n.cause_key, 44) as action from notices n join alerts a on n.cause_key like 'alert:' || a.id || ':%'
     where a.rule = $1 order by n.created_at`,
    [rule],
  )
  return {
    events: events.map(({ action }) => action.replace('alert_', '')).join(' '),
    notifications: notifications.map(({ action }) => action).join(' '),
  }
}

export async function setRule(testEnv: AlertTestEnv, rule: string, values: Record<string, unknown>): Promise<void> {
  await mustAsk(testEnv, 'PATCH', '/alerts/settings', { rules: { [rule]: values } })
}
