/**
 * Cancels at random moments, each with the next deployment queued behind it. An accepted cancel means that the
 * deployment ends canceled and never gets traffic; a refused one came too late. The remote work ends soon, and the next
 * deployment starts soon.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from '@longshore/sdk'
import { callAs } from '../../support/client.ts'
import { becomesTrue } from '../../support/eventually.ts'
import { requestDeployment } from '../../support/recovery-test-env.ts'
import { percentile } from '../../support/report.ts'
import { readTruth } from '../../support/target-truth.ts'
import { expectSettled, type Races, untilOver } from './race-test-env.ts'

const goneWithinMs = 10_000
const advanceWithinMs = 5_000

export async function raceCancels(races: Races, count: number): Promise<void> {
  const { testEnv, report, random } = races
  const tally = { accepted: 0, tooLate: 0, goneMs: [] as number[], advanceMs: [] as number[] }
  let current = await requestDeployment(testEnv, { version: 'cancel-0' })
  for (let round = 1; round <= count; round += 1) {
    const next = await requestDeployment(testEnv, { version: `cancel-${round}`, releaseMs: random.below(2_000) })
    await delay(random.below(5_000))
    await cancelOne(races, current, tally)
    const ended = await untilOver(testEnv, current.id)
    await measureAdvance(races, ended, { next, tally })
    current = next
  }
  const last = await untilOver(testEnv, current.id)
  report.expect(last.status === 'live', `the last one, which was not canceled, is ${last.status}`)
  await expectSettled(races, 'after the cancels')
  report.figure('cancels', count)
  report.figure('cancelled', tally.accepted)
  report.figure('too_late', tally.tooLate)
  report.figure('gone_max_ms', Math.round(percentile(tally.goneMs, 1)))
  report.figure('advance_max_ms', Math.round(percentile(tally.advanceMs, 1)))
}

interface Tally {
  accepted: number
  tooLate: number
  goneMs: number[]
  advanceMs: number[]
}

async function cancelOne({ testEnv, report }: Races, { id }: { id: string }, tally: Tally): Promise<void> {
  const path = `/environments/${testEnv.environmentId}/deployments/${id}/cancel`
  const startedMs = Date.now()
  const answer = await callAs(testEnv.instance, testEnv.me, { method: 'POST', path })
  if (answer.status === 409) {
    const { status } = await untilOver(testEnv, id)
    tally.tooLate += 1
    report.expect(status !== 'cancelled', 'a refused cancel ended as cancelled')
    return
  }
  if (!report.expect(answer.status < 300, `cancel answered ${answer.status} ${answer.text}`)) return
  tally.accepted += 1
  const { status, switchedAt } = await untilOver(testEnv, id)
  report.expect(status === 'cancelled' && switchedAt === null, `an accepted cancel ended ${status}`)
  let left: string[] = []
  const isGone = async () => {
    const { containers, releases, current } = await readTruth(testEnv)
    left = [...containers, ...releases, ...(current === null ? [] : [current])].filter((name) => name.includes(id))
    return left.length === 0
  }
  report.expect(
    await becomesTrue(isGone, { withinMs: goneWithinMs }),
    `of a cancelled deployment is left after ${goneWithinMs} ms: ${left.join(' ')}`,
  )
  tally.goneMs.push(Date.now() - startedMs)
}

async function measureAdvance(
  { testEnv, report }: Races,
  { finishedAt, status }: Deployment,
  { next, tally }: { next: Deployment; tally: Tally },
): Promise<void> {
  if (status !== 'cancelled') return
  let startedAt: string | null = null
  const hasStarted = async () => {
    const path = `/environments/${testEnv.environmentId}/deployments/${next.id}`
    const answer = await callAs(testEnv.instance, testEnv.me, { method: 'GET', path })
    startedAt = answer.body.startedAt
    return startedAt !== null
  }
  await becomesTrue(hasStarted, { withinMs: 30_000 })
  const tookMs = startedAt === null ? Number.POSITIVE_INFINITY : Date.parse(startedAt) - Date.parse(String(finishedAt))
  tally.advanceMs.push(Math.max(0, tookMs))
  report.expectTime(tookMs <= advanceWithinMs, `the next one began ${tookMs} ms after a cancel`)
}
