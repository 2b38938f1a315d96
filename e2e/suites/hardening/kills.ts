/** One run whose worker is killed at every step: it continues each time and ends confirmed. */
import { startTarget } from '../../fixtures/target.ts'
import type { Report } from '../../support/report.ts'
import { quickChecks } from './case.ts'
import type { Lane } from './lane.ts'
import { Gate, gateNames } from './seeded-shims.ts'
import { guardState, leftovers } from './truth.ts'

export async function proveKills(lane: Lane, report: Report): Promise<void> {
  await using target = await startTarget()
  const subject = await lane.register(target, { user: 'deploy' })
  const gates: Gate[] = []
  for (const name of gateNames) gates.push(await Gate.sabotage(target, name))
  const run = await subject.start('harden', { checks: quickChecks, confirmTimeoutSeconds: 240 })
  for (const gate of gates) {
    await gate.untilHit()
    await lane.instance.worker.stop('SIGKILL')
    await gate.open()
    await lane.instance.startWorker()
  }
  const ended = await subject.untilEnd(run.id, 240_000)
  report.expect(ended.status === 'confirmed', `killed at every step: ${ended.status} ${JSON.stringify(ended.error)}`)
  const state = await guardState(target, run.id)
  report.expect(state === 'confirmed', `killed at every step: the server says ${state}`)
  report.expect((await leftovers(target)).length === 0, 'killed at every step: something of the guard is left')
  report.expect(await subject.canLogIn(), 'killed at every step: a plain login works')
  report.figure('kills', gates.length)
}
