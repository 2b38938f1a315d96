/** Everything that somebody does who begins, in the order in which they do it, with a real server and a real repository. */
import type { Report } from '../report.ts'
import { deploySecond, failAndRollBack } from './deployments.ts'
import { connectServer, createFirstAccount, deployProject, owner } from './first-minutes.ts'
import { inviteSomebody } from './invitation.ts'
import { callAsOwner } from './owner-calls.ts'
import { addDatabase, restoreByWizard } from './restore.ts'
import { startStoryWorld } from './scenario-test-env.ts'
import { endByRevocation, endUnderDialog } from './sessions.ts'

export async function tellStory(report: Report): Promise<void> {
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      console.error(`    ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
    }
  }
  await using world = await timed('world', () => startStoryWorld(report))
  const began = performance.now()
  await timed('account', () => createFirstAccount(world))
  await timed('server', () => connectServer(world))
  const { environmentPath, hostname } = await timed('project', () => deployProject(world))
  report.figure('first_minutes_s', Math.round((performance.now() - began) / 1_000))
  const calls = await callAsOwner(world.instance, owner)
  await addDatabase(calls, environmentPath.split('/').at(-1) ?? '')
  await timed('second version', () => deploySecond(world, environmentPath, hostname))
  await timed('restore', () => restoreByWizard(world, calls, environmentPath))
  await timed('rollback', () => failAndRollBack(world, environmentPath, hostname))
  await timed('invitation', () => inviteSomebody(world, calls))
  await timed('session', () => endByRevocation(world, owner))
  await timed('session under a dialog', () => endUnderDialog(world, owner))
  report.figure('story_s', Math.round((performance.now() - began) / 1_000))
  for (const fault of new Set(world.visitor.faults)) report.expect(false, `story: ${fault}`)
}
