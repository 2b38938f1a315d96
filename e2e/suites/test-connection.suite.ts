/**
 * `POST /servers/test-connection` against real servers: every kind of failure has its code and remedy, limits hold, keys stay
 * secret.
 *
 * @tier all
 * @budget 150
 * @topics first-event leaving failures registered limits
 */
import { connectAsSuperuser } from '../../apps/server/src/testing/superuser.ts'
import { startTarget, type Target, type TargetUser } from '../fixtures/target.ts'
import { signUp } from '../support/client.ts'
import { isQuick } from '../support/command-line.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { runTopics } from '../support/run-topics.ts'
import { type Case, runCase } from './test-connection/cases.ts'
import { proveFirstEvent, proveHealthy, proveSecrecy } from './test-connection/healthy.ts'
import { keyCases } from './test-connection/key-cases.ts'
import { proveLeaving } from './test-connection/leaving.ts'
import { proveTestLimits } from './test-connection/limits.ts'
import { networkCases, secretBanner } from './test-connection/network-cases.ts'
import { proveRegistered } from './test-connection/registered.ts'
import type { TopicContext } from './test-connection/request.ts'
import { dockerCases, targetCases } from './test-connection/target-cases.ts'

const users: readonly TargetUser[] = ['root', 'deploy']
/** Targets are on loopback and on the engine's network. */
const environment = { SSH_ALLOW: '127.0.0.0/8:12000-32000,private', API_REQUESTS_PER_MINUTE: '1000000' }
const wantedKinds = 12

const report = new Report('test-connection')
{
  await using stack = new AsyncDisposableStack()
  const [instance, target, bare, old] = await Promise.all([
    startInstance({ environment }),
    startTarget(),
    startTarget({ kind: 'bare' }),
    startTarget({ kind: 'docker20' }),
  ])
  for (const each of [instance, target, bare, old]) stack.use(each)
  const db = connectAsSuperuser(instance.databaseUrl)
  stack.defer(() => db.end())
  const context: TopicContext = { instance, report, person: await signUp(instance), db }
  const parts: Record<string, () => Promise<void>> = {
    healthy: () => proveHealthy(context, target),
    'first-event': () => proveFirstEvent(context, target),
    leaving: () => proveLeaving(context, target),
    // Lanes run concurrently, each with a target that it can break.
    failures: async () =>
      await proveFailures(context, [
        await networkCases(stack, bare),
        await keyLane(old, bare),
        allUsers((user) => targetCases(target, user)),
      ]),
    registered: () => proveRegistered(context, target),
    limits: () => proveTestLimits(context),
  }
  await runTopics(context, parts)
  proveSecrecy(context, target)
}
report.figure('quick', isQuick)
report.finish()

async function proveFailures(context: TopicContext, lanes: readonly Case[][]): Promise<void> {
  const seen = new Set<string>()
  let cases = 0
  const run = async (each: Case) => {
    cases += 1
    const tested = await runCase(context, each, seen)
    report.expect(!tested.text.includes(secretBanner), `${each.name}: what a port says is shown`)
  }
  await Promise.all(
    lanes.map(async (lane) => {
      for (const each of lane.filter(({ isVariant }) => !isQuick || isVariant !== true))
        await run(each).catch((error) => report.expect(false, `${each.name}: ${error}`))
    }),
  )
  report.figure('failures', cases)
  report.figure('codes', seen.size)
  report.expect(seen.size >= wantedKinds, `only ${seen.size} kinds of failures were made`)
}

async function keyLane(old: Target, bare: Target): Promise<Case[]> {
  const keys = new Map(await Promise.all(users.map(async (user) => [user, await keyCases(old, user)] as const)))
  return allUsers((user) => [...(keys.get(user) ?? []), ...dockerCases(bare, old, user)])
}

/** In the quick form every case runs once, as the user for whom more can fail. */
function allUsers(casesOf: (username: TargetUser) => Case[]): Case[] {
  return (isQuick ? (['deploy'] as const) : users).flatMap(casesOf)
}
