import { armor, Decrypter } from 'age-encryption'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { minuteMs } from '../../platform/clock/clock.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { generateIdentity } from '../../platform/secrets/unseal.ts'
import { directLink } from '../../testing/direct-link.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../testing/test-projects.ts'
import { CreateEnvironmentBody } from '../environments/environments.schemas.ts'
import { createEnvironmentsService } from '../environments/environments.service.ts'
import { listVariables } from '../environments/index.ts'
import { createComposeFileCalls } from './calls/compose-file.call.ts'
import { SaveComposeBody } from './compose-file.schemas.ts'
import { createComposeFileService } from './compose-file.service.ts'
import { imageReport } from './image-report.remote.ts'
import { readProjectFacts } from './project-facts.query.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const dependencies = { project: readProjectFacts, liveRelease: async () => null, domains: async () => [] }
const work = { database, unsealer: fixture.unsealer, callLimit: <T>(run: () => Promise<T>) => run() }
const link = directLink(createComposeFileCalls(work))
const files = createComposeFileService({ ...fixture.options, link, dependencies })
const environments = createEnvironmentsService({ ...fixture.options, dependencies })
const { identity, recipient } = await generateIdentity()
const compose = 'services:\n  web:\n    image: nginx:1.28\n    ports: ["80"]\n    environment:\n      MODE: fast\n'
let actor: Actor
let projectId: Id<'prj'>
let id: Id<'env'>

beforeEach(async () => {
  actor = await fixture.newActor()
  projectId = await fixture.analyzed(actor, imageReport('nginx:1.28'), { name: 'Shop', compose })
  const services = [
    { name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx:1.28' }, port: 80, replicas: 2 },
  ]
  const { environment } = await fixture.finalize(actor, projectId, { environment: { name: 'Production' }, services })
  id = environment.id
})

const save = (text: string, as: Actor = actor) => files.save(as, id, SaveComposeBody.parse({ compose: text }))

it('reveals the file of the project, and then the saved one, with an audit record', async () => {
  expect(await shown()).toBe(compose)
  const edited = compose.replace('1.28', '1.29')
  await save(edited)
  expect(await shown()).toBe(edited)
  const actions = await audited()
  expect(actions.filter((action) => action === 'environment.compose_revealed')).toHaveLength(2)
  expect(actions.filter((action) => action === 'secret.released')).toHaveLength(2)
  expect(actions).toContain('environment.compose_saved')
})

it('reveals nothing without a recent sign-in, or to a token, and records no reveal', async () => {
  const late = { ...actor, authenticatedAt: new Date(Date.now() - 11 * minuteMs) }
  await expect(files.reveal(late, id, recipient)).rejects.toEqual(failsWith('recent_sign_in_required'))
  const token: Actor = { ...actor, kind: 'token' }
  await expect(files.reveal(token, id, recipient)).rejects.toEqual(failsWith('person_required'))
  expect(await audited()).not.toContain('environment.compose_revealed')
})

it('does not know the environment of another organization', async () => {
  const stranger = await fixture.newActor()
  await expect(files.reveal(stranger, id, recipient)).rejects.toEqual(failsWith('not_found'))
  await expect(files.validate(stranger, id, compose)).rejects.toEqual(failsWith('not_found'))
  await expect(save(compose, stranger)).rejects.toEqual(failsWith('not_found'))
})

it('keeps secrets of the file out of responses, variables, events, and the audit log', async () => {
  const secrets = '      DB_PASSWORD: sentinel-one\n      FEED: https://ada:sentinel-two@example.com/feed\n'
  const edited = `${compose}${secrets}`
  const check = await files.validate(actor, id, edited)
  expect(check.missingVariables.map(({ key }) => key).sort()).toEqual(['DB_PASSWORD', 'FEED'])
  const seen: unknown[] = [check, await save(edited), await environments.get(actor, id), await listedVariables()]
  for (const table of ['audit_log', 'events', 'compose_files', 'environments'] as const) seen.push(await rowsOf(table))
  expect(JSON.stringify(seen)).not.toContain('sentinel')
  expect(await shown()).toBe(edited)
})

it('needs the permission to write variables if it changes any, and then saves nothing', async () => {
  const permissions = new Set([...actor.permissions].filter((permission) => permission !== 'variables:write'))
  const limited = { ...actor, permissions }
  await expect(save(compose.replace('fast', 'slow'), limited)).rejects.toEqual(failsWith('forbidden'))
  expect(await rowsOf('compose_files')).toEqual([])
  await save(compose.replace('1.28', '1.29'), limited)
  expect(await rowsOf('compose_files')).toHaveLength(1)
})

it('shares a file with a copy of the environment, and deletes files that none uses', async () => {
  const first = compose.replace('1.28', '1.29')
  await save(first)
  const body = { projectId: encodeId('prj', projectId), name: 'Staging', copyFrom: encodeId('env', id) }
  const copy = await environments.create(actor, CreateEnvironmentBody.parse(body))
  await save(compose.replace('1.28', '1.30'))
  await save(compose.replace('1.28', '1.31'))
  expect(await rowsOf('compose_files')).toHaveLength(2)
  expect(await shown(copy.id)).toBe(first)
  expect(await shown()).toContain('1.31')
})

it('names the line of an error, and saves nothing', async () => {
  const broken = 'services:\n  web:\n    image: [nginx\n'
  const { valid, problems, changes } = await files.validate(actor, id, broken)
  expect({ valid, changes }).toEqual({ valid: false, changes: [] })
  expect(problems).toMatchObject([{ severity: 'error', code: 'compose_unreadable', line: 4 }])
  await expect(save(broken)).rejects.toEqual(failsWith('validation_failed'))
  expect(await shown()).toBe(compose)
})

it('rejects a build, because there is nothing to build from', async () => {
  const { problems } = await files.validate(actor, id, 'services:\n  web:\n    build: .\n')
  expect(problems).toContainEqual(
    expect.objectContaining({ severity: 'error', code: 'build_without_repository', line: 2 }),
  )
})

it('shows what saving changes, and then changes it', async () => {
  const edited = `${compose.replace('1.28', '1.29').replace('fast', 'slow')}  cache:\n    image: redis:8\n`
  const { valid, changes } = await files.validate(actor, id, edited)
  expect(valid).toBe(true)
  const seen = changes.map(({ kind, service, field }) => [kind, service, field].join(' '))
  expect(seen.sort()).toEqual(['service_added cache ', 'service_changed web source', 'variable_added web MODE'])
  const { services } = await save(edited)
  expect(services).toMatchObject([
    { name: 'web', source: { image: 'nginx:1.29' }, replicas: 2 },
    { name: 'cache', kind: 'redis' },
  ])
  expect(await listedVariables()).toMatchObject([{ key: 'MODE', value: 'slow' }])
  expect(await files.validate(actor, id, edited)).toMatchObject({ valid: true, changes: [] })
})

it('rejects a save for another version of the environment', async () => {
  const stale = { ...actor, ifMatch: 99 }
  const body = SaveComposeBody.parse({ compose })
  await expect(files.save(stale, id, body)).rejects.toEqual(failsWith('version_mismatch'))
})

it('returns 409 for a project without compose text', async () => {
  const other = await fixture.analyzed(actor)
  const { environment } = await fixture.finalize(actor, other, { environment: { name: 'Production' } })
  await expect(files.validate(actor, environment.id, compose)).rejects.toEqual(failsWith('no_compose_file'))
  await expect(files.reveal(actor, environment.id, recipient)).rejects.toEqual(failsWith('no_compose_file'))
})

async function shown(environmentId: Id<'env'> = id): Promise<string> {
  const { ciphertext } = await files.reveal(actor, environmentId, recipient)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity.reveal())
  return await decrypter.decrypt(armor.decode(ciphertext), 'text')
}

async function listedVariables() {
  return await database.tenant(actor.organizationId, (tx) => listVariables(tx, actor.organizationId, [id]))
}

async function rowsOf(table: 'audit_log' | 'events' | 'compose_files' | 'environments'): Promise<object[]> {
  const { organizationId } = actor
  return await database.systemDb.selectFrom(table).selectAll().where('organization_id', '=', organizationId).execute()
}

async function audited(): Promise<string[]> {
  const rows = await database.systemDb
    .selectFrom('audit_log')
    .select('action')
    .where('organization_id', '=', actor.organizationId)
    .orderBy('seq')
    .execute()
  return rows.map(({ action }) => action)
}
