/** Runtime logs through the API. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page, RuntimeLine } from '@longshore/sdk'
import type { App, DeployTestEnv } from '../../support/deploy-test-env.ts'
import { mustAsk } from '../../support/servers.ts'

const waitMs = 40_000

/** Returns all pages, oldest first. */
export async function readLines(testEnv: DeployTestEnv, app: App, query = ''): Promise<RuntimeLine[]> {
  const lines: RuntimeLine[] = []
  for (let cursor = ''; ; ) {
    const path = `/environments/${app.environmentId}/logs?limit=1000${query}${cursor}`
    const page: Page<RuntimeLine> = await mustAsk(testEnv, 'GET', path)
    lines.push(...page.items)
    if (page.nextCursor === null) return lines.reverse()
    cursor = `&cursor=${page.nextCursor}`
  }
}

/** Polls until the lines match. Returns the lines of the last poll in any case. */
export async function waitForLines(
  testEnv: DeployTestEnv,
  app: App,
  holds: (lines: RuntimeLine[]) => boolean,
  query = '',
): Promise<RuntimeLine[]> {
  for (const deadline = Date.now() + waitMs; ; await delay(250)) {
    const lines = await readLines(testEnv, app, query)
    if (holds(lines) || Date.now() > deadline) return lines
  }
}
