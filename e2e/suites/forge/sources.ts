/** Other project sources: an image, pasted compose text, a monorepo, and a one-time analysis that stores nothing. */
import type { FinalizedProject, Project } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { ask, createProject, mustAsk, newMember, nodeApp, type TestEnv, waitForEnd } from './test-env.ts'

const compose = `services:
  web:
    image: ghcr.io/ada/shop:1.4.2
    ports: ["8080:3000"]
    environment:
      DATABASE_URL: postgres://shop:sentinel-in-compose@db:5432/shop
    depends_on: [db]
  db:
    image: postgres:17
    volumes: ["data:/var/lib/postgresql/data"]
volumes:
  data: {}
`
const pnpmRepo = {
  'package.json': JSON.stringify({ name: 'root', private: true, packageManager: 'pnpm@9.12.0' }),
  'pnpm-workspace.yaml': 'packages:\n  - apps/*\n  - packages/*\n',
  'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
  'apps/api/package.json': JSON.stringify({
    name: 'api',
    scripts: { start: 'node index.js' },
    dependencies: { fastify: '5.1.0', '@acme/shared': 'workspace:*' },
  }),
  'apps/api/index.js': "require('fastify')().listen({ port: 4000, host: '0.0.0.0' })\n",
  'apps/site/package.json': JSON.stringify({
    name: 'site',
    scripts: { build: 'vite build', dev: 'vite' },
    devDependencies: { vite: '6.0.0' },
  }),
  'apps/site/index.html': '<!doctype html><title>Site</title>',
  'packages/shared/package.json': JSON.stringify({ name: '@acme/shared', main: 'index.js' }),
  'packages/shared/index.js': 'module.exports = {}\n',
}

export async function proveSources(testEnv: TestEnv): Promise<void> {
  const { report, gitea, ada, sql } = testEnv
  const member = await newMember(testEnv)
  const image = await mustAsk<Project>(member, 'POST', '/projects', { name: 'Proxy', image: 'ghcr.io/ada/proxy:2' })
  const ofImage = await waitForEnd(member, image.id)
  report.expect(
    ofImage.analysis.services[0]?.image === 'ghcr.io/ada/proxy:2',
    `image: ${JSON.stringify(ofImage.analysis)}`,
  )
  const made = await mustAsk<FinalizedProject>(member, 'POST', `/projects/${image.id}/finalize`, {
    environment: { name: 'production' },
  })
  const source = made.environment.services[0]?.source
  const isKept = source?.builder === 'image' && source.image === 'ghcr.io/ada/proxy:2'
  report.expect(isKept && made.environment.branch === null, 'image: finalize')

  const pasted = await mustAsk<Project>(member, 'POST', '/projects', { name: 'Stack', compose })
  const ofCompose = await waitForEnd(member, pasted.id)
  const { analysis } = ofCompose
  report.expect(analysis.status === 'completed', `compose: ${JSON.stringify(analysis.error)}`)
  report.expect(analysis.configuration?.kind === 'compose', `compose: ${JSON.stringify(analysis.configuration)}`)
  const finalized = await mustAsk<FinalizedProject>(member, 'POST', `/projects/${pasted.id}/finalize`, {
    environment: { name: 'production' },
  })
  const kinds = finalized.environment.services
    .map((each) => `${each.name} ${each.kind}`)
    .sort()
    .join(', ')
  report.expect(kinds === 'db postgres, web web', `compose: services ${kinds}`)
  const rows = await sql.query<{ sealed_compose: string }>(`select sealed_compose from projects where id = $1`, [
    decodeId('prj', pasted.id),
  ])
  const isSealed = rows[0] !== undefined && !rows[0].sealed_compose.includes('sentinel')
  report.expect(
    isSealed && !JSON.stringify(ofCompose.analysis.variables).includes('sentinel-in-compose'),
    'compose: a password shows',
  )
  const broken = await mustAsk<Project>(member, 'POST', '/projects', { name: 'Broken', compose: 'services: [\n' })
  const ofBroken = await waitForEnd(member, broken.id)
  const reported = [ofBroken.analysis.error?.code, ...ofBroken.analysis.warnings.map((each) => each.code)].join(' ')
  report.expect(reported.trim() !== '', 'broken compose text passes without a word')

  await gitea.createRepository(ada, { name: 'mono', files: pnpmRepo })
  const mono = await createProject(member, 'ada/mono')
  const ofMono = await waitForEnd(member, mono.id)
  const names = ofMono.analysis.services
    .map((each) => each.name)
    .sort()
    .join(' ')
  report.expect(names === 'api site' && ofMono.analysis.monorepo !== null, `monorepo: ${names}`)
  const one = await createProject(member, 'ada/mono', { rootDirectory: './apps/api/' })
  const ofOne = await waitForEnd(member, one.id)
  const only = ofOne.analysis.services.map((each) => `${each.name} ${each.rootDirectory}`).join(' ')
  report.expect(only === 'api apps/api', `one folder of a monorepo: ${only}`)
  await proveAnalysis(testEnv)
}

/** Nothing of it is stored. */
async function proveAnalysis(testEnv: TestEnv): Promise<void> {
  const { report, gitea, ada, sql } = testEnv
  const repository = await gitea.createRepository(ada, { name: 'looked-at', files: nodeApp })
  const member = await newMember(testEnv)
  const started = performance.now()
  const answer = await ask(member, 'GET', `/projects/analyze-repo?providerId=${member.providerId}&repo=ada/looked-at`)
  report.figure('look_ms', Math.round(performance.now() - started))
  report.expect(
    answer.status === 200 && answer.body.services[0]?.framework === 'express',
    `look: ${answer.status} ${answer.text}`,
  )
  report.expect(answer.body.commit?.sha === repository.commit, 'look: another commit')
  const kept = await sql.query(
    `select 1 from analyses where organization_id = $1 union all select 1 from projects where organization_id = $1`,
    [decodeId('org', member.person.organizationId)],
  )
  report.expect(kept.length === 0, 'look: something was kept')
  const absent = await ask(member, 'GET', `/projects/analyze-repo?providerId=${member.providerId}&repo=ada/none`)
  report.expect(
    absent.status === 404 && absent.body.code === 'repository_not_found',
    `look: ${absent.status} ${absent.text}`,
  )
}
