/**
 * Hostile text in every field of an environment, service, variable or deployment on a real server: nothing is executed, odd
 * values arrive unchanged, no container escape is accepted, no secret leaks.
 *
 * The quick form runs as the user deploy with a third of the payloads per field.
 *
 * @tier all
 * @budget 200
 * @topics values secrets escapes fields deployments
 * @options --seed=N
 */
import { randomBytes } from 'node:crypto'
import { isChosen, isQuick, namesTopics } from '../support/command-line.ts'
import { findCanaries, isDetectorAwake, removeCanaries } from '../support/injection/canaries.ts'
import { makePayloads } from '../support/payloads.ts'
import { Report } from '../support/report.ts'
import { proveEscapes } from './injection-deploy/escapes.ts'
import { tryDeployments, tryFields } from './injection-deploy/fields.ts'
import { proveSecrets } from './injection-deploy/secrets.ts'
import { openTestEnv, type TestEnv } from './injection-deploy/test-env.ts'
import { makeValues, proveValues } from './injection-deploy/values.ts'

const report = new Report('injection-deploy')
const payloads = makePayloads(randomBytes(4).toString('hex'))
const seed = report.seed()
const topics: Record<string, (testEnv: TestEnv) => Promise<void>> = {
  values: (testEnv) => proveValues(testEnv, payloads.all, makeValues(200, seed)),
  secrets: proveSecrets,
  escapes: proveEscapes,
  fields: (testEnv) => tryFields(testEnv, payloads.all),
  deployments: (testEnv) => tryDeployments(testEnv, payloads.all),
}
const totals = { tried: 0, accepted: 0, serverErrors: 0, deployments: 0, executed: 0 }
try {
  for (const username of isQuick ? (['deploy'] as const) : (['deploy', 'root'] as const)) {
    await using testEnv = await openTestEnv(report, username)
    report.expect(await isDetectorAwake(payloads.canary, testEnv.target), 'a planted canary was not found')
    for (const [name, topic] of Object.entries(topics))
      if (isChosen(name)) await run(`${name} as ${username}`, () => topic(testEnv))
    const found = await findCanaries(payloads.canary, [testEnv.target])
    report.expect(found.length === 0, `executed: ${found.join(', ')}`)
    totals.executed += found.length
    for (const key of ['tried', 'accepted', 'serverErrors', 'deployments'] as const) totals[key] += testEnv.counts[key]
  }
} finally {
  await removeCanaries(payloads.canary)
}
for (const [key, value] of Object.entries(totals)) report.figure(key, value)
report.figure('payloads', payloads.all.length)
report.expect(totals.serverErrors === 0, `${totals.serverErrors} answers of 500 and above`)
if (!namesTopics) report.expect(totals.tried >= (isQuick ? 800 : 1_200), `only ${totals.tried} were tried`)
report.finish()

async function run(name: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await work().catch((error: unknown) =>
    report.expect(false, `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  )
  console.error(`  ${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}
