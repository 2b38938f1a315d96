/** Allowed and refused requests while an analysis runs, and Git servers that don't respond. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Project } from '@longshore/sdk'
import { isQuick } from '../../support/command-line.ts'
import {
  ask,
  createProject,
  follow,
  type Member,
  mustAsk,
  namesOf,
  newMember,
  nodeApp,
  readToEnd,
  type TestEnv,
  waitForEnd,
  waitForStatus,
  waitUntilGone,
} from './test-env.ts'

export async function proveRunning(testEnv: TestEnv): Promise<void> {
  const { report, tarpit } = testEnv
  const member = await newMember(testEnv)
  const project = await mustAsk<Project>(member, 'POST', '/projects', {
    name: 'Stuck',
    repository: { url: tarpit.url('ada/x') },
  })
  await waitForStatus(member, project.id, 'fetching')
  const path = `/projects/${project.id}`
  const retried = await ask(member, 'POST', `${path}/retry-analysis`, {})
  report.expect(retried.status === 409 && retried.body.code === 'analysis_running', `retry: ${retried.status}`)
  const moved = await ask(member, 'PUT', path, { name: 'Stuck', branch: 'other' })
  report.expect(moved.status === 409, `another branch while it runs: ${moved.status}`)
  const renamed = await ask(member, 'PUT', path, { name: 'Renamed' })
  report.expect(renamed.status === 200, `another name while it runs: ${renamed.status} ${renamed.text}`)
  const early = await ask(member, 'POST', `${path}/finalize`, { environment: { name: 'production' } })
  report.expect(early.body.code === 'analysis_running', `finalize while it runs: ${early.status}`)
  const stale = await ask(member, 'DELETE', path, undefined, { 'if-match': '"1"' })
  report.expect(stale.status === 412, `delete of another version: ${stale.status}`)
  const stream = await follow(member, project.id)
  const started = performance.now()
  const deleted = await ask(member, 'DELETE', path)
  report.expect(deleted.status === 202 && deleted.body.deletionRequestedAt !== null, `delete: ${deleted.status}`)
  report.expect(await waitUntilGone(member, project.id), 'a project whose analysis hung is not gone')
  const seconds = (performance.now() - started) / 1_000
  report.expectTime(seconds < 15, `the deletion took ${seconds.toFixed(1)} s`)
  const seen = await readToEnd(stream)
  report.expect(namesOf(seen).endsWith('cancelled end'), `the stream of the deleted one: ${namesOf(seen)}`)
  const left = await testEnv.sql.query(
    `select 1 from analyses a left join projects p on p.id = a.project_id where p.id is null`,
  )
  report.expect(left.length === 0, 'analyses without a project are left')
}

/** The Git provider is down and comes back: requests from that time complete. */
export async function proveOutage(testEnv: TestEnv): Promise<void> {
  const { report, gitea, ada } = testEnv
  await gitea.createRepository(ada, { name: 'patient', files: nodeApp })
  const member = await newMember(testEnv)
  await gitea.stop()
  let project: Project
  try {
    project = await createProject(member, 'ada/patient')
    await waitForStatus(member, project.id, 'fetching')
    const analyzed = await ask(member, 'GET', `/projects/analyze-repo?providerId=${member.providerId}&repo=ada/patient`)
    report.expect(
      analyzed.status >= 502 && analyzed.status <= 504,
      `analyze-repo while it is down: ${analyzed.status} ${analyzed.text}`,
    )
    await delay(3_000)
  } finally {
    await gitea.start()
  }
  const ended = await waitForEnd(member, project.id)
  report.expect(ended.analysis.status === 'completed', `after the outage: ${JSON.stringify(ended.analysis.error)}`)
}

/** analyze-repo responds within 30 s whatever the host does, and stops its work. */
export async function proveTimeout(testEnv: TestEnv): Promise<void> {
  const { report, tarpit } = testEnv
  const member = await newMember(testEnv)
  const started = performance.now()
  const url = encodeURIComponent(tarpit.url('ada/slow'))
  const answer = await ask(member, 'GET', `/projects/analyze-repo?url=${url}`)
  const seconds = (performance.now() - started) / 1_000
  report.expect(answer.status === 504, `a host that hangs: ${answer.status} ${answer.text}`)
  report.expect(/^(analysis|source)_timeout$/.test(answer.body.code), `a host that hangs: ${answer.body.code}`)
  report.expectTime(seconds < 33, `the answer took ${seconds.toFixed(1)} s`)
  report.figure('timeout_s', seconds.toFixed(1))
  if (!isQuick) await proveGivenUp(member)
}

/** A host that never responds makes the analysis fail with a cause instead of waiting. */
async function proveGivenUp(member: Member): Promise<void> {
  const { report } = member.testEnv
  const repository = { url: 'http://127.0.0.1:1999/ada/nobody' }
  const project = await mustAsk<Project>(member, 'POST', '/projects', { name: 'Nobody', repository })
  const ended = await waitForEnd(member, project.id, 120_000)
  report.expect(
    ended.analysis.error?.code === 'host_unreachable',
    `no server there: ${JSON.stringify(ended.analysis.error)}`,
  )
}
