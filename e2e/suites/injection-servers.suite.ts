/**
 * Hostile text in every field of a server and in everything a server reports about itself.
 *
 * @tier all
 * @budget 150
 */
import { randomBytes } from 'node:crypto'
import { startTarget } from '../fixtures/target.ts'
import { signUp } from '../support/client.ts'
import { isQuick } from '../support/command-line.ts'
import { inParallel } from '../support/in-parallel.ts'
import { findCanaries, isDetectorAwake, removeCanaries } from '../support/injection/canaries.ts'
import { startInstance } from '../support/instance.ts'
import { makePayloads } from '../support/payloads.ts'
import { Report } from '../support/report.ts'
import type { UserContext } from '../support/servers/user-context.ts'
import { bodyFor, removeAllServers, removeServer, serverEnvironment } from '../support/servers.ts'
import { registerPlain, type Tally, tryNames, tryPassphrases, useServer } from './injection-servers/lifecycle.ts'
import { tryReadBack } from './injection-servers/read-back.ts'
import { listSinks } from './injection-servers/sinks.ts'

const report = new Report('injection-servers')
const payloads = makePayloads(randomBytes(4).toString('hex'))
const counts = { tried: 0, serverErrors: 0, sinks: 0 }
const targets = await Promise.all([startTarget(), startTarget()])
try {
  await using instance = await startInstance({ environment: serverEnvironment })
  const lanes = (['root', 'deploy'] as const).map(async (username, lane) => {
    const target = targets[lane]
    if (target === undefined) throw new Error('there are two targets')
    const person = await signUp(instance)
    const context: UserContext = { instance, report, person, target, username }
    report.expect(await isDetectorAwake(payloads.canary, target), 'a planted canary was not found')
    await attempt('fields', context, () => tryFields(context))
    await attempt('names', context, async () => note(await tryNames(context, bodyFor(target, username), payloads.all)))
    await attempt('passphrases', context, async () =>
      note(await tryPassphrases(context, bodyFor(target, username), payloads.all)),
    )
    await attempt('read back', context, async () => {
      const id = await registerPlain(context, bodyFor(target, username))
      const tried = await tryReadBack(context, id, payloads.all)
      counts.tried += tried
      await removeServer(context, id)
    })
  })
  await Promise.all(lanes)
  const found = await findCanaries(payloads.canary, targets)
  report.figure('payloads', payloads.all.length)
  report.figure('sinks', counts.sinks)
  report.figure('tried', counts.tried)
  report.figure('executed', found.length)
  report.figure('serverErrors', counts.serverErrors)
  report.expect(found.length === 0, `executed: ${found.join(', ')}`)
  report.expect(counts.serverErrors === 0, `${counts.serverErrors} answers of 500 and above`)
  report.expect(counts.tried >= 1_200, `only ${counts.tried} were tried`)
} finally {
  await removeCanaries(payloads.canary)
  for (const target of targets) await target[Symbol.asyncDispose]()
}
report.figure('quick', isQuick)
report.finish()

/** Each payload in each field. Accepted values are used and deleted. */
async function tryFields(context: UserContext): Promise<void> {
  const body = bodyFor(context.target, context.username)
  const id = await registerPlain(context, body)
  const sinks = listSinks(context, { id, body: { ...body, port: 9 } })
  counts.sinks = sinks.length
  await inParallel(sinks, 4, async (sink) => {
    for (const payload of payloads.all) {
      const answer = await sink.send(payload)
      if (answer === null) continue
      counts.tried += 1
      if (answer.status >= 500) counts.serverErrors += 1
      report.expect(
        answer.status < 500,
        `${sink.name} answers ${answer.status} to ${JSON.stringify(payload.slice(0, 80))}`,
      )
    }
  })
  await removeAllServers(context)
  const again = await registerPlain(context, body)
  await useServer(context, again)
  await removeServer(context, again)
}

function note(tally: Tally): void {
  counts.tried += tally.tried
  counts.serverErrors += tally.failures
}

async function attempt(name: string, context: UserContext, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  try {
    await work()
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    report.expect(false, `${name} as ${context.username}: ${text}`)
    await removeAllServers(context).catch((reason) => report.expect(false, `${name} cannot be tidied up: ${reason}`))
  }
  console.error(`  ${name} as ${context.username}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}
