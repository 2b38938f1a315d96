/** Changes that someone else makes after the plan are never overwritten. */
import { createClient } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { CliError } from '../../exit-codes.ts'
import { applyFile } from '../apply-plan.ts'
import type { EnvironmentEntry, InstanceFile, ProjectEntry } from '../instance-file.ts'
import { normalizeFile } from '../normalize-file.ts'
import { createSecrets } from '../secrets.ts'
import { sampleInstance } from '../testing/sample-instance.ts'
import { planInstance } from './plan-instance.ts'

const options = { prune: false, updateSecrets: false }
const inShop = (entry: Omit<ProjectEntry, 'name'>): InstanceFile => ({
  version: 1,
  projects: [{ name: 'Shop', ...entry }],
})
const inMain = (entry: Omit<EnvironmentEntry, 'name'>) => inShop({ environments: [{ name: 'main', ...entry }] })
const inLive = (entry: Omit<EnvironmentEntry, 'name'>): InstanceFile => ({
  version: 1,
  projects: [{ name: 'Site', environments: [{ name: 'live', ...entry }] }],
}) // biome-ignore format: one line each

/** Runs the first item of the plan. `answer` gives the content of a response. */
async function run(file: InstanceFile, answer: (path: string) => unknown = () => ({}), status = 200) {
  const instance = sampleInstance()
  const writes: { path: string; ifMatch: string | null; body: object }[] = []
  const client = createClient({
    baseUrl: 'https://longshore.example.com',
    retry: { retries: 0 },
    async fetch(input, { method, headers, body } = {}) {
      const path = new URL(String(input)).pathname.replace('/api/v1', '')
      if (method === 'GET') return Response.json(answer(path))
      writes.push({ path, ifMatch: new Headers(headers).get('if-match'), body: JSON.parse(String(body)) })
      return Response.json(answer(path), { status })
    },
  })
  const request = { client, file: normalizeFile(file), instance, secrets: createSecrets({}), options }
  const plan = planInstance(request)
  const progress = { onDone: () => undefined, onFailed: () => undefined }
  const end = await applyFile({ ...request, organizationId: 'org_1' }, plan, progress).catch((error: unknown) => error)
  return { writes, error: end instanceof CliError ? end : undefined }
}

const changed = (what: string) => ({ exit: 'refused', message: `The ${what} changed after the plan was made.` })
const [shop, site] = sampleInstance().projects
const environment = shop?.environments[0]?.environment
const autoDeploy = site?.environments[0]?.autoDeploy

test('a backup schedule is changed only in the version of the plan', async () => {
  const { writes } = await run(inMain({ backups: { storageLocation: 'S3', schedule: '0 4 * * *' } }))
  expect(writes).toEqual([{ path: '/environments/env_1/backups/config', ifMatch: '"4"', body: { schedule: '0 4 * * *' } }])
  const created = await run(inLive({ backups: { storageLocation: 'S3' } }))
  expect(created.writes[0]?.ifMatch).toBe('"0"')
}) // biome-ignore format: one line each

test('the settings of an environment are changed in the version of the plan, and then in their own', async () => {
  const file = inLive({ branch: 'next', server: 'builder', buildServer: 'web-1' })
  let version = 3
  const { writes } = await run(file, () => ({ version: ++version }))
  expect(writes.map(({ path, ifMatch }) => `${path} ${ifMatch}`)).toEqual([
    '/environments/env_2/branch "3"',
    '/environments/env_2/server "4"',
    '/environments/env_2 "5"',
  ])
})

test('automatic deployments are changed only if they are as in the plan', async () => {
  const file = inLive({ autoDeploy: { polling: true } })
  const same = await run(file, () => ({ ...autoDeploy, version: 9 }))
  expect(same.writes[0]).toMatchObject({ ifMatch: '"9"', body: { enabled: true, polling: true } })
  const other = await run(file, () => ({ ...autoDeploy, watchPaths: ['api/**'] }))
  expect(other.writes).toEqual([])
  expect(other.error).toMatchObject(changed('automatic deployments “Site / live”'))
})

test('services are replaced only if they are as in the plan', async () => {
  const service = { name: 'worker', kind: 'worker', source: { builder: 'image', image: 'nginx' } }
  const same = await run(inMain({ services: [service] }), () => environment)
  expect(same.writes.map(({ path }) => path)).toEqual(['/environments/env_1/services'])
  const added = { name: 'added-by-someone', kind: 'redis' }
  const other = await run(inMain({ services: [service] }), () => ({
    ...environment,
    services: [...(environment?.services ?? []), added],
  }))
  expect(other.writes).toEqual([])
  expect(other.error).toMatchObject(changed('services “Shop / main”'))
})

test('notifications of a project are replaced only if they are as in the plan', async () => {
  const file = inShop({ notifications: [{ channel: 'Ops', events: ['backup_failed'] }] })
  const same = await run(file, () => shop?.links)
  expect(same.writes.map(({ path }) => path)).toEqual(['/notification-connectors/project/prj_1'])
  const other = await run(file, () => ({ projectId: 'prj_1', links: [] }))
  expect(other.writes).toEqual([])
  expect(other.error).toMatchObject(changed('project notifications “Shop”'))
})

test('another version is reported in words of the CLI', async () => {
  const problem = { type: '/problems/version_mismatch', code: 'version_mismatch', title: 'a', detail: 'b', status: 412 }
  const { error } = await run(inMain({ backups: { storageLocation: 'S3', catchUp: false } }), () => problem, 412)
  expect(error).toMatchObject(changed('backup schedule “Shop / main”'))
  expect(error?.hint).toContain('Run apply again')
})

test('the object lock of a storage location can change, and its bucket can’t', async () => {
  const inS3 = (entry: object): InstanceFile => ({
    version: 1,
    storageLocations: [{ name: 'S3', type: 's3', ...entry }],
  })
  const objectLock = { mode: 'compliance' as const, days: 30 }
  const { writes } = await run(inS3({ objectLock }))
  expect(writes).toEqual([{ path: '/backup-destinations/bds_1', ifMatch: '"1"', body: { objectLock } }])
  expect((await run(inS3({ objectLock: null }))).writes).toEqual([])
  expect((await run(inS3({ objectLock, bucket: 'another' }))).writes).toEqual([])
})
