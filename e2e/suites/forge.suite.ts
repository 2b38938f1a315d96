/**
 * Git provider connections against a real Gitea: from a token to an environment, and everything that can go wrong.
 *
 * @tier all
 * @budget 120
 * @topics story repositories revoked-token streams sources tenants running timeout injection outage kills
 */
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { proveInjection } from './forge/injection.ts'
import { proveKills } from './forge/kills.ts'
import { proveRepositories, proveRevokedToken } from './forge/repositories.ts'
import { proveOutage, proveRunning, proveTimeout } from './forge/running.ts'
import { proveScenario } from './forge/scenario.ts'
import { proveSources } from './forge/sources.ts'
import { proveStreams } from './forge/streams.ts'
import { proveTenants } from './forge/tenants.ts'
import { openTestEnv, type TestEnv, type Topic } from './forge/test-env.ts'

/** These topics run concurrently, because none waits for another. */
const together: Record<string, Topic> = {
  story: proveScenario,
  repositories: proveRepositories,
  'revoked-token': proveRevokedToken,
  streams: proveStreams,
  sources: proveSources,
  tenants: proveTenants,
  running: proveRunning,
  timeout: proveTimeout,
  injection: proveInjection,
}
/** These topics stop the Git provider or the worker. */
const alone: Record<string, Topic> = { outage: proveOutage, kills: proveKills }

const report = new Report('forge')
let topics = 0
{
  await using testEnv = await openTestEnv(report)
  await Promise.all(
    Object.entries(together)
      .filter(([name]) => isChosen(name))
      .map((each) => run(testEnv, each)),
  )
  for (const each of Object.entries(alone)) if (isChosen(each[0])) await run(testEnv, each)
  expectSilence(testEnv)
}
report.figure('topics', topics)
report.figure('quick', isQuick)
report.finish()

/** Tokens and secret values of all topics. No log and no stored text contains any of them. */
function expectSilence({ instance, people }: TestEnv): void {
  const written = `${instance.api.output}${instance.worker.output}`
  const secrets = [people.ada.token, people.eve.token, 'sentinel-of-the-story', 'sentinel-in-compose']
  const reported = secrets.filter((secret) => written.includes(secret))
  report.figure('secrets_in_logs', reported.length)
  report.expect(reported.length === 0 && written.length > 0, `${reported.length} secrets are in the logs`)
}

async function run(testEnv: TestEnv, [name, topic]: [string, Topic]): Promise<void> {
  const started = performance.now()
  topics += 1
  try {
    await topic(testEnv)
  } catch (error) {
    report.expect(
      false,
      `${name} ended with ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }
  console.error(`  ${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}
