/** The worker is killed with SIGKILL in each step: another takes over, and exactly one analysis completes. */

import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { isQuick } from '../../support/command-line.ts'
import {
  ask,
  createProject,
  follow,
  type Member,
  namesOf,
  newMember,
  readToEnd,
  type TestEnv,
  waitForEnd,
  waitUntilGone,
} from './test-env.ts'

const steps = [
  ['analyze-project', 'resolve'],
  ['analyze-project', 'read'],
  ['remove-project', 'forget'],
] as const
const rounds = isQuick ? 1 : 8

export async function proveKills(testEnv: TestEnv): Promise<void> {
  const { report, gitea, ada } = testEnv
  // Large enough that a kill happens while the repository is read.
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`src/part${index}.js`, `module.exports = process.env.KEY_${index}\n`]),
  )
  await gitea.createRepository(ada, {
    name: 'mortal',
    files: { ...files, 'package.json': JSON.stringify({ name: 'mortal', scripts: { start: 'node src/part0.js' } }) },
  })
  const member = await newMember(testEnv)
  const tally = { kills: 0, caught: 0 }
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, step] of steps) {
      tally.kills += 1
      if (await killIn(member, { kind, step, afterMs: rounds === 1 ? 10 : round * 25 })) tally.caught += 1
    }
  report.figure('kills', tally.kills)
  report.figure('caught', tally.caught)
  report.expect(tally.caught >= tally.kills / 3, `only ${tally.caught} of ${tally.kills} kills hit their step`)
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith('longshore-source-'))
  report.figure('folders_left', left.length)
}

async function killIn(
  member: Member,
  { kind, step, afterMs }: { kind: string; step: string; afterMs: number },
): Promise<boolean> {
  const { report, instance, sql } = member.testEnv
  const what = `killed in ${kind} ${step} after ${afterMs} ms`
  const project = await createProject(member, 'ada/mortal')
  if (kind === 'remove-project') {
    await waitForEnd(member, project.id)
    await ask(member, 'DELETE', `/projects/${project.id}`)
    const caught = await killDuring(member.testEnv, { kind, step, afterMs: 0 })
    await instance.startWorker()
    report.expect(await waitUntilGone(member, project.id), `${what}: the project stays`)
    return caught
  }
  const stream = await follow(member, project.id)
  const caught = await killDuring(member.testEnv, { kind, step, afterMs })
  await instance.startWorker()
  const ended = await waitForEnd(member, project.id)
  report.expect(ended.analysis.status === 'completed', `${what}: ${JSON.stringify(ended.analysis.error)}`)
  const rows = await sql.query<{ status: string }>(`select status from analyses where project_id = $1`, [
    decodeId('prj', project.id),
  ])
  report.expect(rows.length === 1 && rows[0]?.status === 'completed', `${what}: ${JSON.stringify(rows)}`)
  const seen = await readToEnd(stream)
  const names = namesOf(seen).split(' ')
  const isRight = names.filter((name) => name === 'completed').length === 1 && names.at(-1) === 'end'
  report.expect(isRight, `${what}: the stream says ${names.join(' ')}`)
  const ids = seen.map((each) => each.id).join()
  report.expect(ids === seen.map((_, index) => index + 1).join(), `${what}: ids ${ids}`)
  return caught
}

/** Returns whether the kill happened during the step. */
async function killDuring(
  testEnv: TestEnv,
  { kind, step, afterMs }: { kind: string; step: string; afterMs: number },
): Promise<boolean> {
  const isThere = async () =>
    (
      await testEnv.sql.query(
        `select 1 from workflow_runs where kind = $1 and finished_at is null and status = 'running' and current_step = $2`,
        [kind, step],
      )
    ).length > 0
  let wasSeen = false
  for (const deadline = Date.now() + 10_000; Date.now() < deadline && !wasSeen; await delay(1)) {
    wasSeen = await isThere()
    const [open] = await testEnv.sql.query(`select 1 from workflow_runs where kind = $1 and finished_at is null`, [
      kind,
    ])
    if (!wasSeen && open === undefined) break
  }
  await delay(afterMs)
  const wasCaught = wasSeen && (await isThere())
  await testEnv.instance.worker.stop('SIGKILL')
  return wasCaught
}
