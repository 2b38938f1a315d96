/** A new user's first minutes: token, search, branches, project, stream, finalize, and the rows afterwards. */
import { setTimeout as delay } from 'node:timers/promises'
import type { BranchPage, DeployableCommits, DeployableRefs, FinalizedProject, RepositoryPage } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import {
  type AnalyzedProject,
  ask,
  follow,
  mustAsk,
  namesOf,
  newMember,
  nodeApp,
  readToEnd,
  type TestEnv,
} from './test-env.ts'

export async function proveScenario(testEnv: TestEnv): Promise<void> {
  const { report, gitea, ada, sql } = testEnv
  const commit = (
    await gitea.createRepository(ada, { name: 'shop', files: nodeApp, branches: ['feature/Grüße', 'dev'] })
  ).commit
  const member = await newMember(testEnv)
  const search = async () => {
    const found = await mustAsk<RepositoryPage>(member, 'GET', '/git-providers/repositories?q=shop')
    return found.items.find((each) => each.fullName === 'ada/shop')
  }
  let repository = await search()
  // For a moment after a push Gitea reports the repository as empty.
  for (const deadline = Date.now() + 30_000; repository?.defaultBranch !== 'main' && Date.now() < deadline; ) {
    await delay(500)
    repository = await search()
  }
  report.expect(repository?.defaultBranch === 'main', `the search finds ${JSON.stringify(repository)}`)
  const path = `/git-providers/${member.providerId}/repos/${encodeURIComponent('ada/shop')}/branches`
  const branches = await mustAsk<BranchPage>(member, 'GET', path)
  const names = branches.items.map((each) => each.name).sort()
  report.expect(names.join(' ') === 'dev feature/Grüße main', `branches: ${names.join(' ')}`)
  const body = { name: 'Shop', repository: { providerId: member.providerId, fullName: repository?.fullName } }
  const key = { 'idempotency-key': 'shop-1' }
  const made = await ask(member, 'POST', '/projects', body, key)
  report.expect(made.status === 201, `create: ${made.status} ${made.text}`)
  report.expect(made.headers.get('location') === `/api/v1/projects/${made.body.id}`, 'create names no location')
  const again = await ask(member, 'POST', '/projects', body, key)
  report.expect(
    again.text === made.text && again.headers.get('idempotent-replayed') === 'true',
    'create is not repeated',
  )
  const { id } = made.body
  const seen = await readToEnd(await follow(member, id))
  report.expect(namesOf(seen) === 'queued fetching scanning completed end', `the stream says: ${namesOf(seen)}`)
  const ids = seen.map((each) => each.id)
  report.expect(ids.join() === ids.map((_, index) => index + 1).join(), `ids of the stream: ${ids.join()}`)
  const last = seen.at(-2)?.data
  report.expect(
    last?.commit?.sha === commit && last?.branch === 'main',
    `the report is of ${JSON.stringify(last?.commit)}`,
  )
  const project = await mustAsk<AnalyzedProject>(member, 'GET', `/projects/${id}`)
  report.expect(project.status === 'analyzed', `the project is ${project.status}`)
  const [web] = project.analysis.services
  report.expect(
    web?.framework === 'express' && web.port === 3000 && web.evidence.length > 0,
    `the service is ${JSON.stringify(web)}`,
  )
  await finalizeScenario(member, id, testEnv)
  const events = await sql.query<{ data: { changed: string; action: string } }>(
    `select data from events where kind = 'project_updated' and project_id = $1 order by seq`,
    [decodeId('prj', id)],
  )
  const reported = events.map(({ data }) => `${data.changed} ${data.action}`).join(', ')
  report.expect(
    reported === 'project created, analysis fetching, analysis scanning, analysis completed, environment created',
    `events: ${reported}`,
  )
}

async function finalizeScenario(
  member: Parameters<typeof ask>[0],
  id: string,
  { report, sql }: TestEnv,
): Promise<void> {
  const none = await ask(member, 'POST', `/projects/${id}/finalize`, {
    environment: { name: 'production' },
    deploy: true,
  })
  report.expect(
    none.status === 409 && none.body.code === 'no_server',
    `deploy without a server: ${none.status} ${none.text}`,
  )
  const domain = { environment: { name: 'production' }, domain: { hostname: 'localhost' } }
  const early = await ask(member, 'POST', `/projects/${id}/finalize`, domain)
  report.expect(
    early.status === 422 && early.text.includes('/domain/hostname'),
    `domain: ${early.status} ${early.text}`,
  )
  const answer = await mustAsk<FinalizedProject>(member, 'POST', `/projects/${id}/finalize`, {
    environment: { name: 'Production' },
    variables: [
      { key: 'GREETING', value: 'hello', secret: false },
      { key: 'API_TOKEN', value: 'sentinel-of-the-story' },
    ],
  })
  const { environment } = answer
  report.expect(answer.project.status === 'active', `finalized, the project is ${answer.project.status}`)
  report.expect(
    environment.branch === 'main' && environment.slug === 'production',
    `environment ${JSON.stringify(environment)}`,
  )
  const kinds = environment.services
    .map((each) => each.kind)
    .sort()
    .join(' ')
  report.expect(kinds === 'postgres web', `services: ${kinds}`)
  await checkDeployable(member, environment.id, report)
  const missing = answer.missingVariables.map((each) => each.key).join(' ')
  report.expect(missing === 'STRIPE_SECRET_KEY', `missing: ${missing}`)
  const rows = await sql.query<{ key: string; value: string | null; sealed: boolean }>(
    `select key, value, sealed_value is not null and sealed_value not like '%sentinel%' as sealed
     from variables where environment_id = $1 order by key`,
    [decodeId('env', environment.id)],
  )
  report.expect(
    JSON.stringify(rows) ===
      JSON.stringify([
        { key: 'API_TOKEN', value: null, sealed: true },
        { key: 'GREETING', value: 'hello', sealed: false },
      ]),
    `variables: ${JSON.stringify(rows)}`,
  )
  const services = await sql.query(`select 1 from services where environment_id = $1`, [
    decodeId('env', environment.id),
  ])
  report.expect(services.length === 2, `${services.length} rows of services`)
}

/** The lists of the deploy dialog, read with git from a real Git provider. */
async function checkDeployable(
  member: Parameters<typeof ask>[0],
  id: string,
  report: TestEnv['report'],
): Promise<void> {
  const refs = await mustAsk<DeployableRefs>(member, 'GET', `/environments/${id}/refs`)
  const names = refs.branches.map(({ name }) => name).sort()
  report.expect(names.join(' ') === 'dev feature/Grüße main', `refs: ${JSON.stringify(refs)}`)
  const tip = refs.branches.find(({ name }) => name === 'main')?.commit
  for (const query of ['', '?branch=dev&limit=1']) {
    const { items } = await mustAsk<DeployableCommits>(member, 'GET', `/environments/${id}/commits${query}`)
    report.expect(items[0]?.sha === tip && items[0]?.author !== '', `commits${query}: ${JSON.stringify(items)}`)
  }
  const missing = await ask(member, 'GET', `/environments/${id}/commits?branch=none`)
  report.expect(
    missing.status >= 400 && missing.status < 500,
    `commits of no branch: ${missing.status} ${missing.text}`,
  )
}
