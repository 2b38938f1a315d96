/**
 * Changed SSH host keys are refused before anything is sent; accepting a new key works.
 *
 * --only=TEXT: cases with it in their name.
 *
 * @tier all
 * @budget 120
 * @options --only=TEXT
 */
import { startTarget } from '../fixtures/target.ts'
import { signUp } from '../support/client.ts'
import { isQuick, option } from '../support/command-line.ts'
import { openEvents } from '../support/event-stream.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { removeAllServers, serverEnvironment } from '../support/servers.ts'
import { encounters } from './host-keys/encounters.ts'
import type { Stage } from './host-keys/stage.ts'
import { proveSwaps, swaps } from './host-keys/swaps.ts'
import { makeTalkative } from './host-keys/witness.ts'

const report = new Report('host-keys')
const tally = { swapped: 0, refused: 0 }
/** Selects the cases whose name contains this text. */
const only = option('only')
const isWanted = ({ name }: { name: string }) => only === undefined || name.includes(only)
{
  await using instance = await startInstance({ environment: serverEnvironment })
  await Promise.all(
    (['root', 'deploy'] as const).map(async (username, lane) => {
      await using target = await startTarget()
      await using impostor = await startTarget()
      // The impostor accepts the same login keys, so only the host key check stops the login.
      await impostor.mustExec(['tee', '--append', '/root/.ssh/authorized_keys'], {
        stdin: `${target.keys.root.publicKey}\n`,
      })
      await impostor.mustExec(['tee', '--append', '/home/deploy/.ssh/authorized_keys'], {
        stdin: `${target.keys.deploy.publicKey}\n`,
      })
      for (const each of [target, impostor]) await makeTalkative(each)
      const stage: Stage = { instance, report, person: await signUp(instance), username, target, impostor }
      // In the quick form each user tries every other swap, so that each swap is tried once.
      const mine = <Way extends { name: string }>(ways: readonly Way[]) =>
        ways.filter((_, index) => !isQuick || index % 2 === lane).filter(isWanted)
      if (mine(swaps).length > 0) await attempt('swaps', stage, () => proveAllSwaps(stage, mine(swaps)))
      for (const { name, meet } of mine(encounters))
        await attempt(name, stage, async () => {
          tally.swapped += 1
          if (await meet(stage, name)) tally.refused += 1
        })
    }),
  )
}
report.figure('swapped', tally.swapped)
report.figure('refused', tally.refused)
report.figure('quick', isQuick)
report.expect(only !== undefined || tally.swapped >= 20, `only ${tally.swapped} ways were gone`)
report.expect(tally.refused === tally.swapped, `${tally.swapped - tally.refused} were not refused cleanly`)
report.finish()

async function proveAllSwaps(stage: Stage, ways: typeof swaps): Promise<void> {
  using events = await openEvents(stage.instance, { token: stage.person.token })
  tally.swapped += ways.length
  const refused = await proveSwaps(stage, ways)
  tally.refused += refused
  const reported = events.text.split('\n').filter((line) => line.includes('host_key_changed'))
  report.expect(reported.length >= ways.length, `${reported.length} events reported ${ways.length} swaps`)
}

async function attempt(name: string, stage: Stage, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  try {
    await work()
  } catch (error) {
    report.expect(
      false,
      `${name} as ${stage.username}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    await removeAllServers(stage).catch((reason) => report.expect(false, `${name} cannot be tidied up: ${reason}`))
  }
  console.error(`  ${name} as ${stage.username}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}
