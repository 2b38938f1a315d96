/** Every load of a page refreshes the session. A reload at any moment of that refresh must not sign the person out. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { isQuick } from '../../support/command-line.ts'
import type { Random } from '../../support/random.ts'
import { isUsable, type TabsTestEnv } from './test-env.ts'

/** Tries over all ways together. */
export const refreshTries = isQuick ? 30 : 201

/**
 * `early`: at any time, mostly before the request. `lost`: the api never gets the request. `late`: it gets the request after the reload.
 * `unheard`: the api exchanged the token, and the response is lost. `answered`: right after the response.
 */
const moments = ['early', 'lost', 'late', 'unheard', 'answered'] as const
type Moment = (typeof moments)[number]

const spreadMs: Record<Moment, number> = { early: 250, lost: 20, late: 60, unheard: 60, answered: 40 }

export interface RefreshOutcome {
  tries: number
  signOuts: number
  problems: number
}

export async function proveRefresh(testEnv: TabsTestEnv, random: Random, tries: number): Promise<RefreshOutcome> {
  const { report, way, visitor } = testEnv
  const { page } = await visitor.open()
  const outcome: RefreshOutcome = { tries, signOuts: 0, problems: 0 }
  for (let index = 0; index < tries; index += 1) {
    const moment = moments[index % moments.length] ?? 'early'
    const waitMs = random.below(spreadMs[moment])
    await reloadDuring(testEnv, page, moment, waitMs)
    const isThere = await isUsable(page)
    const isOut =
      new URL(page.url()).pathname === '/sign-in' || (await page.getByText(text.shell.ended.title).count()) > 0
    if (isOut) outcome.signOuts += 1
    else if (!isThere) outcome.problems += 1
    report.expect(
      isThere && !isOut,
      `${way}: ${isOut ? 'signed out' : 'a problem'} after a reload, ${moment} + ${waitMs} ms`,
    )
    if (isOut) return outcome
  }
  await page.close()
  return outcome
}

async function reloadDuring({ url, relay }: TabsTestEnv, page: Page, moment: Moment, waitMs: number): Promise<void> {
  const reload = () => page.reload({ waitUntil: 'commit' })
  const held =
    moment === 'early' ? undefined : relay.holdRefresh(moment === 'lost' || moment === 'late' ? 'request' : 'response')
  await page.goto(`${url}/servers`, { waitUntil: 'commit' })
  await held?.reached
  if (moment === 'answered') held?.release()
  await delay(moment === 'late' ? 0 : waitMs)
  const reloading = reload()
  if (moment === 'late') {
    await delay(waitMs)
    held?.release()
  }
  await reloading
  held?.drop()
}
