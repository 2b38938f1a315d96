import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../testing/test-projects.ts'
import { readProjectFacts } from '../projects/project-facts.query.ts'
import { createServersService } from '../servers/servers.service.ts'
import type { EnvironmentDependencies } from './environment-dependencies.query.ts'
import { environmentObject } from './environments.references.ts'
import { ConfigureServicesBody, CreateEnvironmentBody } from './environments.schemas.ts'
import { createEnvironmentsService } from './environments.service.ts'
import { createLifecycleService } from './lifecycle.service.ts'
import { createOpenSecrets } from './open-secrets.crypto.ts'
import type { LiveRelease } from './pending-changes.policy.ts'
import { ServiceConfiguration } from './services.schemas.ts'
import { createServicesService } from './services.service.ts'
import { updateFileConfiguration } from './update-file-configuration.action.ts'
import { AddVariablesBody, ReplaceVariablesBody } from './variables.schemas.ts'
import { createVariablesService } from './variables.service.ts'

/** Declared in the same way as the deployment workflow. */
const deploy = declareWorkflow({ kind: 'deploy', object: environmentObject, input: z.object({}) })
const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
let live: LiveRelease | null = null
const dependencies: EnvironmentDependencies = {
  project: readProjectFacts,
  liveRelease: async () => live,
  domains: fixture.domains,
}
const options = { ...fixture.options, dependencies }
const environments = createEnvironmentsService(options)
const services = createServicesService(options)
const variables = createVariablesService(options)
const lifecycle = createLifecycleService(options)
const secrets = createOpenSecrets({ database, unsealer: fixture.unsealer })
let actor: Actor

const create = async (body: object = {}) =>
  environments.create(
    actor,
    CreateEnvironmentBody.parse({
      projectId: encodeId('prj', await fixture.analyzed(actor)),
      name: 'Production',
      ...body,
    }),
  )
const configure = (id: Id<'env'>, list: object[], removeData: string[] = []) =>
  services.configure(actor, id, ConfigureServicesBody.parse({ services: list, removeData }))
const add = (id: Id<'env'>, list: object[]) => variables.add(actor, id, AddVariablesBody.parse({ variables: list }))

const web = { name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx' } }
const db = { name: 'db', kind: 'postgres' }

beforeEach(async () => {
  actor = await fixture.newActor()
  live = null
})

describe('environments', () => {
  it('starts with the services that the analysis suggests, on the analyzed branch', async () => {
    const created = await create()
    expect(created).toMatchObject({
      name: 'Production',
      slug: 'production',
      branch: 'trunk',
      status: 'idle',
      version: 1,
    })
    expect(created.services.map(({ name }) => name)).toEqual(created.pendingChanges.map(({ service }) => service))
    expect(await environments.get(actor, created.id)).toEqual(created)
  })

  it('starts with the given services instead of the suggested ones', async () => {
    const { services: given } = await create({ services: [{ ...web, name: 'app' }, db] })
    expect(given.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['app web', 'db postgres'])
    await expect(create({ name: 'Two', services: [web, web] })).rejects.toThrow(failsWith('validation_failed'))
    const projectId = await fixture.analyzed(actor)
    const first = await create({ projectId: encodeId('prj', projectId) })
    const both = {
      projectId: encodeId('prj', projectId),
      name: 'Three',
      copyFrom: encodeId('env', first.id),
      services: [web],
    }
    await expect(create(both)).rejects.toThrow(failsWith('validation_failed'))
  })

  it('is created with its automatic domain in the response', async () => {
    const server = { name: 'fsn-1', host: '203.0.113.7', port: 22, username: 'root', baseDomain: 'apps.example.com' }
    const { id } = await createServersService(fixture.options).create(actor, server)
    const created = await create({ serverId: encodeId('srv', id) })
    expect(created.domains).toMatchObject([
      { origin: 'automatic', hostname: expect.stringMatching(/\.apps\.example\.com$/) },
    ])
    expect((await environments.get(actor, created.id)).domains).toEqual(created.domains)
  })

  it('keeps rehearsals off, suggests them where they are possible, and changes only the given settings', async () => {
    const backedUp = createEnvironmentsService({
      ...options,
      dependencies: { ...dependencies, hasBackups: async () => true },
    })
    const migrated = { ...web, releaseCommand: 'migrate' }
    const { id } = await create({ services: [migrated, db] })
    expect(await environments.get(actor, id)).toMatchObject({ rehearsal: { mode: 'off' }, rehearsalSuggested: false })
    expect(await backedUp.get(actor, id)).toMatchObject({ rehearsalSuggested: true })
    const other = await create({ services: [web, db] })
    expect(await backedUp.get(actor, other.id)).toMatchObject({ rehearsalSuggested: false })
    await backedUp.update(actor, id, { rehearsal: { maxLockSeconds: 9 } })
    const changed = await backedUp.update(actor, id, { rehearsal: { mode: 'stop' } })
    expect(changed).toMatchObject({
      rehearsal: { mode: 'stop', maxLockSeconds: 9, maxBackupAgeHours: 48, allowDestructive: false },
      rehearsalSuggested: false,
    })
  })

  it('returns 409 for a name that the project already has, and 422 for a project of another organization', async () => {
    const projectId = encodeId('prj', await fixture.analyzed(actor))
    await create({ projectId })
    await expect(create({ projectId })).rejects.toEqual(failsWith('environment_exists'))
    actor = await fixture.newActor()
    await expect(create({ projectId })).rejects.toEqual(failsWith('validation_failed'))
  })

  it('returns 404 for environments of other organizations', async () => {
    const { id } = await create()
    actor = await fixture.newActor()
    await expect(environments.get(actor, id)).rejects.toEqual(failsWith('not_found'))
    await expect(environments.changeBranch(actor, id, 'main')).rejects.toEqual(failsWith('not_found'))
    await expect(configure(id, [web])).rejects.toEqual(failsWith('not_found'))
    await expect(variables.list(actor, id)).rejects.toEqual(failsWith('not_found'))
  })

  it('returns 412 after a concurrent change', async () => {
    const { id, version } = await create()
    await environments.changeBranch(actor, id, 'next')
    const late = { ...actor, ifMatch: version }
    await expect(environments.update(late, id, { name: 'Staging' })).rejects.toEqual(failsWith('version_mismatch'))
  })

  it('moves to another server unless services have data on the current one', async () => {
    const { id } = await create()
    const [here, there] = [await newServer(1), await newServer(2)]
    await environments.linkServer(actor, id, here)
    await configure(id, [web, db])
    await isLiveOn(id, here)
    await expect(environments.linkServer(actor, id, there)).rejects.toEqual(failsWith('environment_has_data'))
    await configure(id, [web], ['db'])
    live = { branch: 'trunk', services: [], variables: [] }
    const { environment: moved, isMoving } = await environments.linkServer(actor, id, there)
    expect(isMoving).toBe(false)
    expect(moved.pendingChanges).toContainEqual(expect.objectContaining({ kind: 'server_changed', effect: 'move' }))
  })

  it('returns 409 for another server while a deployment runs, also without data', async () => {
    const { id } = await create()
    const [here, there] = [await newServer(3), await newServer(4)]
    await environments.linkServer(actor, id, here)
    await configure(id, [web])
    await isLiveOn(id, here)
    await database.tenant(actor.organizationId, (tx) =>
      startRun(tx, { workflow: deploy, key: id, input: {}, organizationId: actor.organizationId }),
    )
    await expect(environments.linkServer(actor, id, there)).rejects.toEqual(failsWith('environment_busy'))
    expect((await environments.linkServer(actor, id, here)).environment.serverId).toBe(here)
  })
})

describe('for a token that is limited to projects', () => {
  it('lists only its environments, and accepts only servers that its projects use', async () => {
    const own = await create()
    await create({ name: 'Other' })
    const [used, unused] = [await newServer(1), await newServer(2)]
    await environments.linkServer(actor, own.id, used)
    const limited = { ...actor, projectIds: new Set([own.projectId]) }
    expect((await environments.list(limited, { limit: 10 })).items.map(({ id }) => id)).toEqual([own.id])
    await expect(environments.linkServer(limited, own.id, unused)).rejects.toEqual(failsWith('validation_failed'))
    await environments.update(limited, own.id, { buildServerId: used })
    await expect(environments.update(limited, own.id, { buildServerId: unused })).rejects.toEqual(
      failsWith('validation_failed'),
    )
  })
})

describe('services', () => {
  it('keep their IDs by name, and databases get credentials that only the worker opens', async () => {
    const { id } = await create()
    const first = await configure(id, [web, db])
    const second = await configure(id, [db, { ...web, port: 8_080 }])
    expect(second.services.map(({ name }) => name)).toEqual(['db', 'web'])
    expect(new Set(second.services.map((service) => service.id))).toEqual(new Set(first.services.map((one) => one.id)))
    const database = second.services[0]
    const opened = await secrets.openCredentials(actor.organizationId, database?.id ?? newId('svc'))
    expect(opened.username).toBe('app')
    expect(opened.password.reveal()).toMatch(/^[0-9a-f]{48}$/)
  })

  it('returns 422 for unknown names, and 409 when data would be deleted implicitly', async () => {
    const { id } = await create()
    await expect(configure(id, [{ ...web, dependsOn: ['nobody'] }])).rejects.toEqual(failsWith('validation_failed'))
    await configure(id, [web, db])
    await isLiveOn(id, await newServer(3))
    await expect(configure(id, [web])).rejects.toEqual(failsWith('service_has_data'))
    expect((await configure(id, [web], ['db'])).services).toHaveLength(1)
  })
})

describe('variables', () => {
  it('creates a new version for each new value and keeps the old one for its releases', async () => {
    const { id } = await create()
    const [first] = (await add(id, [{ key: 'TOKEN', value: 'one' }])).items
    const [second] = (await add(id, [{ key: 'TOKEN', value: 'two' }])).items
    expect([first?.version, second?.version, second?.value]).toEqual([1, 2, null])
    const ids = [first?.id ?? newId('var'), second?.id ?? newId('var')]
    const opened = await secrets.openVariables(actor.organizationId, ids)
    expect(ids.map((each) => opened.get(each)?.value.reveal())).toEqual(['one', 'two'])
    expect(second?.updatedBy).toBe(actor.userId)
  })

  it('reports no change when a plain value is the same', async () => {
    const { id } = await create()
    const plain = { key: 'MODE', value: 'a “b” $c\n', secret: false }
    const [first] = (await add(id, [plain])).items
    const [second] = (await add(id, [plain])).items
    expect(second).toEqual(first)
    expect(second?.value).toBe(plain.value)
    expect((await fixture.events(actor)).filter((each) => each.includes('variables'))).toHaveLength(1)
  })

  it('hides values from people with read-only access', async () => {
    const { id } = await create()
    await add(id, [{ key: 'MODE', value: 'a', secret: false }])
    const [seen] = (await variables.list({ ...actor, role: 'viewer' }, id)).items
    expect(seen).toMatchObject({ key: 'MODE', value: null, secret: false })
  })

  it('copies the keys of secrets, which need a value until someone sets or removes them', async () => {
    const source = await create()
    await configure(source.id, [web])
    await add(source.id, [
      { key: 'MODE', value: 'live', secret: false },
      { key: 'TOKEN', value: 'hush', scope: 'both' },
      { key: 'KEY', value: 'hush', service: 'web' },
    ])
    const copy = await environments.create(
      actor,
      CreateEnvironmentBody.parse({
        projectId: encodeId('prj', source.projectId),
        name: 'Staging',
        copyFrom: encodeId('env', source.id),
      }),
    )
    const missing = async () => (await environments.get(actor, copy.id)).missingVariables
    expect(await missing()).toEqual([
      { key: 'KEY', service: 'web', scope: 'runtime' },
      { key: 'TOKEN', service: null, scope: 'both' },
    ])
    const { items } = await add(copy.id, [{ key: 'TOKEN', value: 'other' }])
    expect(items.find(({ key }) => key === 'TOKEN')).toMatchObject({ secret: true, scope: 'both' })
    expect(await missing()).toMatchObject([{ key: 'KEY' }])
    await variables.remove(actor, copy.id, { key: 'KEY', service: 'web' })
    expect(await missing()).toEqual([])
    await expect(variables.remove(actor, copy.id, { key: 'KEY', service: 'web' })).rejects.toEqual(
      failsWith('not_found'),
    )
  })

  it('lists what containers get, by source and without secret values', async () => {
    const { id } = await create()
    await configure(id, [{ ...web, port: 3_000 }, db])
    await add(id, [
      { key: 'MODE', value: 'live', secret: false },
      { key: 'TOKEN', value: 'hush', service: 'web' },
      { key: 'NPM_TOKEN', value: 'x', scope: 'build' },
    ])
    const { items } = await variables.listOfContainers(actor, id)
    const found = new Map(items.map((each) => [each.key, each]))
    expect(new Set(items.map(({ service }) => service))).toEqual(new Set(['web']))
    expect(found.get('MODE')).toMatchObject({ value: 'live', source: { kind: 'variable', service: null } })
    expect(found.get('TOKEN')).toMatchObject({ value: null, secret: true, source: { service: 'web' } })
    expect(found.get('PGHOST')).toMatchObject({ value: 'db', source: { kind: 'database', service: 'db' } })
    expect(found.get('DATABASE_URL')).toMatchObject({ value: null, secret: true })
    expect(found.get('PORT')).toMatchObject({ value: '3000', source: { kind: 'longshore' } })
    expect(found.has('NPM_TOKEN')).toBe(false)
    const viewed = await variables.listOfContainers({ ...actor, role: 'viewer' }, id)
    expect(viewed.items.every(({ value }) => value === null)).toBe(true)
  })

  it('a value with references is shown as written, and containers get the values, hidden if one is a secret', async () => {
    const { id } = await create()
    await configure(id, [web, db])
    const { items } = await add(id, [
      { key: 'PW', value: 'hush', scope: 'reference' },
      { key: 'LOGIN', value: 'u:${PW}@${DB_HOST}', expand: true },
      { key: 'PLACE', value: '${DB_HOST}:${DB_PORT} $$5', expand: true },
    ])
    expect(items.map(({ key, value, secret, scope, expand }) => [key, value, secret, scope, expand])).toEqual([
      ['LOGIN', 'u:${PW}@${DB_HOST}', false, 'runtime', true],
      ['PLACE', '${DB_HOST}:${DB_PORT} $$5', false, 'runtime', true],
      ['PW', null, true, 'reference', false],
    ])
    const found = new Map((await variables.listOfContainers(actor, id)).items.map((each) => [each.key, each]))
    expect(found.get('LOGIN')).toMatchObject({ value: null, secret: true })
    expect(found.get('PLACE')).toMatchObject({ value: 'db:5432 $5', secret: false })
    expect([found.has('PW'), found.has('DB_HOST')]).toEqual([false, false])
    const copied = { projectId: encodeId('prj', (await environments.get(actor, id)).projectId), name: 'Staging' }
    const copy = await environments.create(
      actor,
      CreateEnvironmentBody.parse({ ...copied, copyFrom: encodeId('env', id) }),
    )
    expect((await variables.list(actor, copy.id)).items).toMatchObject([{ expand: true }, { expand: true }])
    expect(copy.missingVariables).toEqual([{ key: 'PW', service: null, scope: 'reference' }])
  })

  it('keeps the setting for references with a new value, and changes it without one', async () => {
    const { id } = await create()
    await add(id, [{ key: 'A', value: '${B}', expand: true }])
    const [kept] = (await add(id, [{ key: 'A', value: '${C}' }])).items
    expect(kept).toMatchObject({ value: '${C}', expand: true, secret: false, version: 2 })
    const body = { variables: [{ key: 'A', expand: false }], keepOthers: true }
    const [off] = (await variables.replace(actor, id, { ...ReplaceVariablesBody.parse(body), dryRun: false })).items
    expect(off).toMatchObject({ value: '${C}', expand: false, version: 3 })
  })

  it('returns 422 for references in a secret or a build, and for those that it can’t read', async () => {
    const { id } = await create()
    for (const variable of [
      { key: 'A', value: '${B}', expand: true, secret: true },
      { key: 'A', value: '${B}', expand: true, scope: 'both' },
      { key: 'A', value: '${B:-c}', expand: true },
      { key: 'A', value: '${'.repeat(32_000), expand: true },
    ])
      await expect(add(id, [variable])).rejects.toEqual(failsWith('validation_failed'))
  })

  it('returns 422 for a duplicate key, for keys that affect build tools, and for unknown services', async () => {
    const { id } = await create()
    for (const list of [
      [{ key: 'A', value: '1' }, { key: 'A', value: '2' }],
      [{ key: 'LD_PRELOAD', value: '/x', scope: 'build' }],
      [{ key: 'A', value: '1', service: 'nobody' }],
      [{ key: 'A', value: '1', sealed: true, secret: false }],
    ]) // biome-ignore format: a list
      await expect(add(id, list)).rejects.toEqual(failsWith('validation_failed'))
  })

  it('removes the right variable, and 404 for others', async () => {
    const { id } = await create()
    await configure(id, [web])
    await add(id, [
      { key: 'A', value: '1', secret: false },
      { key: 'A', value: '2', secret: false, service: 'web' },
    ])
    await variables.remove(actor, id, { key: 'A', service: 'web' })
    expect((await variables.list(actor, id)).items).toMatchObject([{ key: 'A', value: '1', service: null }])
    await expect(variables.remove(actor, id, { key: 'A', service: 'web' })).rejects.toEqual(failsWith('not_found'))
    await expect(variables.remove(actor, id, { key: 'B', service: undefined })).rejects.toEqual(failsWith('not_found'))
  })
})

describe('a bulk change', () => {
  const replace = (id: Id<'env'>, body: object, dryRun = false) =>
    variables.replace(actor, id, { ...ReplaceVariablesBody.parse(body), dryRun })

  it('accepts a .env file, reports its changes, and changes nothing in a dry run', async () => {
    const { id } = await create()
    await add(id, [
      { key: 'OLD', value: '1' },
      { key: 'MODE', value: 'a', secret: false, scope: 'both' },
    ])
    const env = 'export MODE="b"\nKEY=\'$(id)\'\n'
    const changes = { added: ['KEY'], changed: ['MODE'], removed: ['OLD'], unchanged: [] }
    const dry = await replace(id, { env }, true)
    expect(dry).toMatchObject({ changes, items: [{ key: 'MODE', value: 'a' }, { key: 'OLD' }] })
    const done = await replace(id, { env })
    expect(done).toMatchObject({ changes, items: [{ key: 'KEY', value: null, secret: true, scope: 'runtime' }, {}] })
    expect(done.items[1]).toMatchObject({ key: 'MODE', value: 'b', secret: false, scope: 'both', version: 2 })
    const opened = await secrets.openVariables(actor.organizationId, [done.items[0]?.id ?? newId('var')])
    expect([...opened.values()].map(({ value }) => value.reveal())).toEqual(['$(id)'])
  })

  it('keeps variables without a value, and others on request', async () => {
    const { id } = await create()
    await add(id, [
      { key: 'A', value: '1' },
      { key: 'B', value: '2' },
    ])
    const kept = await replace(id, { variables: [{ key: 'A' }] })
    expect(kept.changes).toEqual({ added: [], changed: [], removed: ['B'], unchanged: ['A'] })
    const more = await replace(id, { env: 'C=3', keepOthers: true })
    expect(more.items.map(({ key, version }) => `${key}${version}`)).toEqual(['A1', 'C1'])
  })

  it('changes the scope without a value, unless the value is secret', async () => {
    const { id } = await create()
    await add(id, [
      { key: 'MODE', value: 'a', secret: false },
      { key: 'TOKEN', value: 'x' },
    ])
    const changed = await replace(id, { variables: [{ key: 'MODE', scope: 'both' }], keepOthers: true })
    expect(changed.changes.changed).toEqual(['MODE'])
    expect(changed.items[0]).toMatchObject({ key: 'MODE', value: 'a', secret: false, scope: 'both', version: 2 })
    for (const variable of [
      { key: 'TOKEN', scope: 'both' },
      { key: 'MODE', secret: true },
    ])
      await expect(replace(id, { variables: [variable], keepOthers: true })).rejects.toEqual(
        failsWith('validation_failed'),
      )
  })

  it('returns 422 with the line of each error, and for a variable without any value', async () => {
    const { id } = await create()
    const faults = replace(id, { env: 'A=1\nnothing\n1X=2\nA=3' })
    await expect(faults).rejects.toMatchObject({
      errors: [{ message: 'line 2 has no =' }, { message: expect.stringContaining("line 3 isn't a variable name") }],
    })
    await expect(replace(id, { env: 'A=1\nA=3' })).rejects.toMatchObject({ errors: [{ message: 'A appears twice' }] })
    await expect(replace(id, { variables: [{ key: 'A' }] })).rejects.toEqual(failsWith('validation_failed'))
    expect((await variables.list(actor, id)).items).toEqual([])
  })
})

describe('stop, start, restart and removal', () => {
  it('returns 409 before the first deployment, in the wrong state, and while something runs', async () => {
    const { id } = await create()
    await expect(lifecycle.stop(actor, id)).rejects.toEqual(failsWith('environment_not_deployed'))
    await isLiveOn(id, await connectedServer(5))
    await expect(lifecycle.start(actor, id)).rejects.toEqual(failsWith('environment_not_stopped'))
    await lifecycle.stop(actor, id)
    expect(await fixture.runs(actor)).toContain('stop-environment')
    await expect(lifecycle.restart(actor, id)).rejects.toEqual(failsWith('environment_busy'))
    await expect(lifecycle.remove(actor, id, { force: false, backups: 'keep', permanent: false })).rejects.toEqual(
      failsWith('environment_busy'),
    )
  })

  it.each([
    [
      'trash-environment',
      7,
      (id: Id<'env'>) => lifecycle.remove(actor, id, { force: false, backups: 'keep', permanent: false }),
    ],
    ['restart-environment', 8, (id: Id<'env'>) => lifecycle.restart(actor, id)],
  ] as const)('lets %s wait for a deployment that is live, and for no other', async (kind, server, ask) => {
    const { id } = await create()
    await isLiveOn(id, await connectedServer(server))
    const runId = await database.tenant(actor.organizationId, (tx) =>
      startRun(tx, { workflow: deploy, key: id, input: {}, organizationId: actor.organizationId }),
    )
    await expect(ask(id)).rejects.toEqual(failsWith('environment_busy'))
    await database.systemDb
      .updateTable('environments')
      .set({ live_deployment_id: brandId<'dep'>(runId) })
      .where('id', '=', id)
      .execute()
    await ask(id)
    expect(await fixture.runs(actor)).toEqual(expect.arrayContaining(['deploy', kind]))
    await expect(lifecycle.stop(actor, id)).rejects.toThrow()
  })

  it('with force cancels running work, and is requested once', async () => {
    const { id } = await create()
    await isLiveOn(id, await connectedServer(6))
    await lifecycle.restart(actor, id)
    const removed = await lifecycle.remove(actor, id, { force: true, backups: 'keep', permanent: false })
    expect(removed).toMatchObject({ status: 'deleting', deletionRequestedAt: expect.any(Date) })
    await lifecycle.remove(actor, id, { force: false, backups: 'keep', permanent: false })
    const runs = await fixture.runs(actor)
    expect(runs.filter((run) => run.includes('environment'))).toEqual([
      'restart-environment cancelled',
      'trash-environment',
    ])
    await expect(configure(id, [web])).rejects.toEqual(failsWith('environment_being_deleted'))
  })
})

describe('pending changes', () => {
  it('list what the next deployment changes', async () => {
    const { id } = await create()
    await configure(id, [{ ...web, port: 8_080 }, db])
    const [kept] = (await add(id, [{ key: 'KEPT', value: '1' }])).items
    await isLiveOn(id, await newServer(4))
    live = {
      branch: 'trunk',
      services: [
        { name: 'web', kind: 'web', configuration: ServiceConfiguration.parse({ source: web.source, port: 80 }) },
        { name: 'gone', kind: 'worker', configuration: ServiceConfiguration.parse({ source: web.source }) },
      ],
      variables: [
        { id: kept?.id ?? '', key: 'KEPT', service: null },
        { id: newId('var'), key: 'OLD', service: null },
      ],
    }
    await add(id, [{ key: 'NEW', value: '1', scope: 'both' }])
    const { pendingChanges } = await environments.get(actor, id)
    expect(pendingChanges.map(({ kind, service, field, effect }) => [kind, service, field, effect])).toEqual([
      ['service_removed', 'gone', null, 'remove'],
      ['service_changed', 'web', 'port', 'restart'],
      ['service_added', 'db', null, 'start'],
      ['variable_removed', null, 'OLD', 'restart'],
      ['variable_added', null, 'NEW', 'build'],
    ])
    expect(pendingChanges[1]?.message).toBe('web: port changes from 80 to 8080.')
  })
})

it('show values from the file in the repository first, and attribute the change to the file', async () => {
  const { id } = await create()
  await configure(id, [{ ...web, port: 80 }])
  await isLiveOn(id, await newServer(7))
  const configuration = ServiceConfiguration.parse({ source: web.source, port: 80 })
  live = { branch: 'trunk', services: [{ name: 'web', kind: 'web', configuration }], variables: [] }
  const file = {
    file: 'longshore.yaml',
    commit: 'c',
    readAt: new Date().toISOString(),
    services: { web: { port: 9_000 } },
  }
  await database.tenant(actor.organizationId, (tx) =>
    updateFileConfiguration(tx, actor.organizationId, { id, configuration: file }),
  )
  const found = await environments.get(actor, id)
  expect(found.services[0]?.ownedByFile).toEqual(['port'])
  expect(found.pendingChanges).toMatchObject([
    { kind: 'service_changed', field: 'port', after: '9000', reason: 'file' },
  ])
  expect(found.pendingChanges[0]?.message).toContain('because longshore.yaml says so')
})

async function newServer(port: number): Promise<Id<'srv'>> {
  const server = await createServersService(fixture.options).create(actor, {
    name: `s${port}`,
    host: '127.0.0.1',
    port,
    username: 'root',
  })
  return server.id
}

async function connectedServer(port: number): Promise<Id<'srv'>> {
  const id = await newServer(port)
  await database.systemDb.updateTable('servers').set({ status: 'ready' }).where('id', '=', id).execute()
  return id
}

/** Sets the state that a deployment leaves. */
async function isLiveOn(id: Id<'env'>, serverId: Id<'srv'>): Promise<void> {
  await database.systemDb
    .updateTable('environments')
    .set({ live_server_id: serverId, live_deployment_id: newId('dep'), status: 'live' })
    .where('id', '=', id)
    .execute()
}
