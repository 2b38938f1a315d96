/** A second organization sees nothing of the first: responses equal those for resources that don't exist. */
import type { Page, ProjectSummary } from '@longshore/sdk'
import { ask, createProject, type Member, mustAsk, newMember, nodeApp, type TestEnv, waitForEnd } from './test-env.ts'

const operations = [
  ['GET', '', undefined],
  ['PUT', '', { name: 'Mine' }],
  ['DELETE', '', undefined],
  ['POST', '/retry-analysis', {}],
  ['POST', '/finalize', { environment: { name: 'mine' } }],
  ['GET', '/analysis-status', undefined],
] as const

export async function proveTenants(testEnv: TestEnv): Promise<void> {
  const { report, gitea, ada } = testEnv
  await gitea.createRepository(ada, { name: 'walled', files: nodeApp })
  const [owner, stranger] = await Promise.all([newMember(testEnv), newMember(testEnv)])
  const project = await createProject(owner, 'ada/walled')
  const before = await waitForEnd(owner, project.id)
  const absent = `prj_${'0'.repeat(26)}`
  for (const [method, path, body] of operations) {
    const foreign = await ask(stranger, method, `/projects/${project.id}${path}`, body)
    const missing = await ask(stranger, method, `/projects/${absent}${path}`, body)
    report.expect(foreign.status === 404, `${method} ${path} of a stranger: ${foreign.status}`)
    report.expect(
      plain(foreign.text, project.id) === plain(missing.text, absent),
      `${method} ${path} distinguishes them`,
    )
  }
  const listed = await mustAsk<Page<ProjectSummary>>(stranger, 'GET', '/projects')
  report.expect(listed.items.length === 0, 'a stranger lists the project')
  await refuseForeignProvider(owner, stranger)
  const after = await mustAsk(owner, 'GET', `/projects/${project.id}`)
  report.expect(JSON.stringify(after) === JSON.stringify(before), 'a stranger changed the project')
}

async function refuseForeignProvider(owner: Member, stranger: Member): Promise<void> {
  const { report } = owner.testEnv
  const repository = { providerId: owner.providerId, fullName: 'ada/walled' }
  const made = await ask(stranger, 'POST', '/projects', { name: 'Borrowed', repository })
  report.expect(made.status === 422, `a project with a stranger's provider: ${made.status}`)
  const analyzed = await ask(stranger, 'GET', `/projects/analyze-repo?providerId=${owner.providerId}&repo=ada/walled`)
  report.expect(analyzed.status === 404, `a look with a stranger's provider: ${analyzed.status}`)
}

function plain(text: string, id: string): string {
  return text.replaceAll(id, ':id').replace(/"traceId":"\w+"/, '')
}
