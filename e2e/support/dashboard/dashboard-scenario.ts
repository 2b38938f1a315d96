/** Everything that a new user does, in order, with a real server and a real repository. */
import type { Report } from '../report.ts'
import { deploySecond, failAndRollBack } from './deployments.ts'
import { tryExample } from './example-app.ts'
import { connectServer, createFirstAccount, deployProject, owner } from './first-minutes.ts'
import { inviteMember } from './invitation.ts'
import { callAsOwner } from './owner-calls.ts'
import { addDatabase, restoreByWizard } from './restore.ts'
import { startScenarioTestEnv } from './scenario-test-env.ts'
import { endByRevocation, endUnderDialog } from './sessions.ts'

export async function runScenario(report: Report): Promise<void> {
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      console.error(`    ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
    }
  }
  await using testEnv = await timed('world', () => startScenarioTestEnv(report))
  const began = performance.now()
  await timed('account', () => createFirstAccount(testEnv))
  await timed('server', () => connectServer(testEnv))
  const paused = performance.now()
  await timed('example', () => tryExample(testEnv))
  const pausedMs = performance.now() - paused
  const { environmentPath, hostname } = await timed('project', () => deployProject(testEnv))
  report.figure('first_minutes_s', Math.round((performance.now() - began - pausedMs) / 1_000))
  const calls = await callAsOwner(testEnv.instance, owner)
  await addDatabase(calls, environmentPath.split('/').at(-1) ?? '')
  await timed('second version', () => deploySecond(testEnv, environmentPath, hostname))
  await timed('restore', () => restoreByWizard(testEnv, calls, environmentPath))
  await timed('rollback', () => failAndRollBack(testEnv, environmentPath, hostname))
  await timed('invitation', () => inviteMember(testEnv, calls))
  await timed('session', () => endByRevocation(testEnv, owner))
  await timed('session under a dialog', () => endUnderDialog(testEnv, owner))
  report.figure('story_s', Math.round((performance.now() - began) / 1_000))
  for (const fault of new Set(testEnv.visitor.faults)) report.expect(false, `scenario: ${fault}`)
}
