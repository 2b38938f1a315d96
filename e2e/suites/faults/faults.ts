/** The faults, and one deployment under each. */
import { setTimeout as delay } from 'node:timers/promises'
import { stepNames } from '../../../apps/server/src/testing/internals/deployments.ts'
import { becomesTrue } from '../../support/eventually.ts'
import { deployUnderKills, type Tally } from '../../support/kills/settle.ts'
import { Random } from '../../support/random.ts'
import { type RecoveryTestEnv, readDeployment } from '../../support/recovery-test-env.ts'

export const faultNames = ['engine', 'store', 'database', 'line', 'dockerd', 'reboot', 'disk'] as const
export type FaultName = (typeof faultNames)[number]

const full: Record<FaultName, number> = {
  engine: 10,
  store: 10,
  database: 10,
  line: 50,
  dockerd: 10,
  reboot: 20,
  disk: 10,
}

export function faultCounts(isQuick: boolean): Record<FaultName, number> {
  return isQuick ? { engine: 1, store: 1, database: 1, line: 1, dockerd: 1, reboot: 1, disk: 1 } : full
}

export interface PlannedFault {
  name: FaultName
  step: string
}

export function faultsInOrder(
  seed: number,
  names: readonly FaultName[],
  counts: Record<FaultName, number>,
): PlannedFault[] {
  const random = new Random(seed)
  const all = names.flatMap((name) =>
    Array.from({ length: counts[name] }, () => ({ name, step: random.pick(stepNames), at: random.next() })),
  )
  return all.sort((a, b) => a.at - b.at)
}

const doFault: Record<FaultName, (testEnv: RecoveryTestEnv) => Promise<void>> = {
  async engine({ instance: { restate } }) {
    await restate?.kill()
    await delay(1_000)
    await restate?.start()
  },
  store: async ({ instance: { restate } }) => await restate?.wipe(),
  database: ({ instance: { postgres } }) => postgres.restart('immediate'),
  async line({ line }) {
    line.reset()
    line.fault = 'blackhole'
    await delay(2_000)
    line.fault = 'none'
    line.reset()
  },
  async dockerd({ target }) {
    await target.exec(['systemctl', 'kill', '--signal=KILL', 'docker'])
    await target.exec(['systemctl', 'reset-failed', 'docker'])
    await target.exec(['systemctl', 'restart', 'docker'], { deadlineMs: 60_000 })
  },
  reboot: ({ target }) => target.reboot(),
  disk: async () => undefined,
}

export async function sufferFault(
  tally: Tally,
  { name, step, index }: PlannedFault & { index: number },
): Promise<void> {
  if (name === 'disk') return await sufferFullDisk(tally, index)
  const { testEnv } = tally
  await deployUnderKills(tally, [], {
    version: `${name}-${index}`,
    // Any outcome is accepted as long as it is reported correctly and matches the version that visitors see.
    statuses: ['live', 'failed'],
    withinMs: 180_000,
    isWatched: name !== 'reboot',
    async during(deployment) {
      await waitForStep(testEnv, deployment, step)
      await doFault[name](testEnv)
    },
  })
}

/** A step may be over before it is noticed. Then the fault comes a little later. */
async function waitForStep(testEnv: RecoveryTestEnv, { id }: { id: string }, step: string): Promise<void> {
  const at = stepNames.indexOf(step)
  await becomesTrue(
    async () => {
      const { step: now, finishedAt } = await readDeployment(testEnv, id)
      return finishedAt !== null || (now !== null && stepNames.indexOf(now) >= at)
    },
    { withinMs: 60_000, everyMs: 20 },
  )
}

/** Less disk space is free than the required minimum: the deployment doesn't start and reports the reason. */
async function sufferFullDisk(tally: Tally, index: number): Promise<void> {
  const { instance } = tally.testEnv
  const restart = async (reserve: string) => {
    await instance.worker.stop('SIGTERM')
    instance.environment.SERVER_DISK_RESERVE_BYTES = reserve
    await instance.startWorker()
  }
  await restart(String(2 ** 50))
  await deployUnderKills(tally, [], { version: `disk-${index}`, statuses: ['failed'] })
  await restart('100000000')
}
