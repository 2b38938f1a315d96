/** Longshore's own processes and the connection to the server fail at each step. */
import { setTimeout as delay } from 'node:timers/promises'
import type { SabotageCase } from './case.ts'
import { timerSeconds } from './lane.ts'
import { Gate, type GateName, gateNames } from './seeded-shims.ts'

const armedSteps: readonly GateName[] = ['apply', 'verify', 'confirm']
/** Long enough for the timer to fire and for the revert to end. */
const pastTimerMs = (timerSeconds + 12) * 1_000

/** The worker is killed and restarted at once: the run continues. */
export const takeoverCases: SabotageCase[] = gateNames.map((step, index) => ({
  name: `worker killed during ${step}`,
  user: index % 2 === 0 ? 'root' : 'deploy',
  ...atGate(step, async ({ lane }, gate) => {
    await lane.instance.worker.stop('SIGKILL')
    await gate.open()
    await lane.instance.startWorker()
  }),
  ends: ['confirmed'],
}))

/** No worker is there to confirm: the server must revert automatically. */
export const absenceCases: SabotageCase[] = gateNames.map((step, index) => ({
  name: `worker away from ${step} on, for longer than the timer`,
  user: index % 2 === 0 ? 'deploy' : 'root',
  ...atGate(step, async ({ lane }, gate) => {
    await lane.instance.worker.stop('SIGKILL')
    if (step !== 'confirm') await gate.open()
    await delay(pastTimerMs)
    await gate.open()
    await lane.instance.startWorker()
  }),
  ends: armedSteps.includes(step) ? ['rolled_back'] : step === 'arm' ? ['rolled_back', 'confirmed'] : ['confirmed'],
}))

export const cutCases: SabotageCase[] = gateNames.map((step, index) => ({
  name: `line cut from ${step} on, for longer than the timer`,
  user: index % 2 === 0 ? 'root' : 'deploy',
  throughProxy: true,
  ...atGate(step, async ({ lane }, gate) => {
    lane.proxy.cut()
    await gate.open()
    await delay(pastTimerMs)
    lane.proxy.undo()
  }),
  ends: ['rolled_back', 'failed', 'confirmed'],
}))

export const otherDeaths: SabotageCase[] = [
  {
    name: 'api killed during apply',
    ...atGate('apply', async ({ lane }, gate) => {
      await lane.instance.api.stop('SIGKILL')
      await gate.open()
      await lane.instance.startApi()
    }),
    ends: ['confirmed'],
  },
  {
    name: 'engine killed during apply',
    user: 'deploy',
    ...atGate('apply', async ({ lane }, gate) => {
      await lane.instance.restate?.kill()
      await gate.open()
      await delay(2_000)
      await lane.instance.restate?.start()
    }),
    ends: ['confirmed'],
  },
  {
    name: 'engine killed and wiped during verify',
    ...atGate('verify', async ({ lane }, gate) => {
      await lane.instance.restate?.wipe()
      await gate.open()
    }),
    ends: ['confirmed'],
  },
]

/** A timer of systemd-run is removed after a restart. */
export const restartCases: SabotageCase[] = (['arm', 'apply', 'verify'] as const).map((step, index) => ({
  name: `the server restarts during ${step}`,
  user: index === 1 ? 'deploy' : 'root',
  ...atGate(step, async ({ target }) => await target.reboot()),
  ends: step === 'arm' ? ['rolled_back', 'confirmed', 'failed'] : ['rolled_back'],
}))

type Deed = (subject: Parameters<NonNullable<SabotageCase['during']>>[0], gate: Gate) => Promise<void>

function atGate(step: GateName, deed: Deed): Pick<SabotageCase, 'sabotage' | 'during'> {
  let gate: Gate | undefined
  return {
    sabotage: async ({ target }) => {
      gate = await Gate.sabotage(target, step)
    },
    during: async (subject) => {
      if (gate === undefined) throw new Error('no gate')
      await gate.untilHit()
      await deed(subject, gate)
    },
  }
}
