/**
 * Every operation on servers against real ones, as root and as a sudo user.
 *
 * @tier all
 * @budget 150
 * @topics registration facts changes rotation cleanup ownership outage deletion docker ways own-host two-at-once
 */
import { startTarget } from '../fixtures/target.ts'
import { signUp } from '../support/client.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import type { Topic, UserTopic } from '../support/servers/user-context.ts'
import { removeAllServers, type ServersContext, serverEnvironment } from '../support/servers.ts'
import { proveChanges } from './servers/changes.ts'
import { proveCleanup } from './servers/cleanup.ts'
import { proveDeletion } from './servers/deletion.ts'
import { proveDockerKinds } from './servers/docker.ts'
import { proveFacts } from './servers/facts.ts'
import { proveOutage } from './servers/outage.ts'
import { proveOwnership } from './servers/ownership.ts'
import { proveOtherWays, proveOwnHost, proveTwoAtOnce } from './servers/reach.ts'
import { proveRegistration } from './servers/registration.ts'
import { proveRotation } from './servers/rotation.ts'

/** These topics run for each user, one after another on that user's target. */
const perUser: Record<string, UserTopic> = {
  registration: proveRegistration,
  facts: proveFacts,
  changes: proveChanges,
  rotation: proveRotation,
  cleanup: proveCleanup,
  ownership: proveOwnership,
  outage: proveOutage,
  deletion: proveDeletion,
}
/** Topics that get their own targets. */
const others: Record<string, Topic> = {
  docker: proveDockerKinds,
  ways: proveOtherWays,
  'own-host': proveOwnHost,
  'two-at-once': proveTwoAtOnce,
}

const report = new Report('servers')
let topics = 0
{
  await using instance = await startInstance({ environment: serverEnvironment })
  const lanes = (['root', 'deploy'] as const).map(async (username) => {
    const selected = Object.entries(perUser).filter(([name]) => isChosen(name))
    if (selected.length === 0) return
    await using target = await startTarget()
    // Each lane has its own organization, so that it only sees its own servers in lists and streams.
    const person = await signUp(instance)
    for (const [name, topic] of selected)
      await run(`${name} as ${username}`, { instance, report, person, target, username }, topic)
  })
  const rest = async () => {
    const context: ServersContext = { instance, report, person: await signUp(instance) }
    for (const [name, topic] of Object.entries(others)) if (isChosen(name)) await run(name, context, topic)
  }
  await Promise.all([...lanes, rest()])
}
report.figure('topics', topics)
report.figure('quick', isQuick)
report.finish()

async function run<Context extends ServersContext>(
  name: string,
  context: Context,
  topic: (context: Context) => Promise<void>,
): Promise<void> {
  const started = performance.now()
  topics += 1
  try {
    await topic(context)
  } catch (error) {
    report.expect(
      false,
      `${name} ended with ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    await removeAllServers(context).catch((reason) => report.expect(false, `${name} cannot be tidied up: ${reason}`))
  }
  console.error(`  ${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}
