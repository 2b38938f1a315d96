import type { Report } from '@longshore/analyzer/report'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../testing/test-projects.ts'
import { deployFirst } from '../deployments/start-deployment.action.ts'
import { listEnvironmentsOn, variableValue } from '../environments/index.ts'
import { createServersService } from '../servers/servers.service.ts'
import { imageReport } from './image-report.remote.ts'
import { continueRemoval, deleteOrTakeDown } from './remove-project.action.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const { projects, unsealer, options } = fixture
let actor: Actor

const create = (body?: object) => fixture.create(actor, body)
const finalize = (id: Id<'prj'>, body: object, by = actor) => fixture.finalize(by, id, body)
const end = (id: Id<'prj'>, how: Parameters<typeof fixture.end>[2]) => fixture.end(actor, id, how)
const analyzed = (report?: Report) => fixture.analyzed(actor, report)
const events = () => fixture.events(actor)

beforeEach(async () => {
  actor = await fixture.newActor()
})

describe('finalize', () => {
  const environment = { name: 'Production' }

  it('returns 409 while the analysis runs, and if it failed and no services are given', async () => {
    const { id } = await create()
    await expect(finalize(id, { environment })).rejects.toEqual(failsWith('analysis_running'))
    await end(id, { failed: 'repository_empty' })
    await expect(finalize(id, { environment })).rejects.toEqual(failsWith('analysis_not_completed'))
    const services = [{ name: 'web', kind: 'web', source: { builder: 'auto' } }]
    expect(await finalize(id, { environment, services })).toMatchObject({
      project: { status: 'active' },
      environment: { branch: 'trunk', services: [{ name: 'web' }] },
    })
  })

  it('responds with the automatic domain of the environment', async () => {
    const server = { name: 'fsn-1', host: '203.0.113.7', port: 22, username: 'root', baseDomain: 'apps.example.com' }
    const { id: serverId } = await createServersService(options).create(actor, server)
    const answer = await finalize(await analyzed(), {
      environment: { ...environment, serverId: encodeId('srv', serverId) },
    })
    const hostname = expect.stringMatching(/\.apps\.example\.com$/)
    expect(answer.environment.domains).toMatchObject([{ origin: 'automatic', hostname }])
  })

  it('seals secrets, keeps the rest readable, and names what is missing', async () => {
    const variable = {
      default: null,
      scope: 'both',
      services: [],
      exceptions: [],
      providedBy: null,
      template: null,
      description: null,
      evidence: [],
    }
    const report: Report = {
      ...imageReport('nginx'),
      databases: [
        {
          engine: 'postgres',
          name: 'db',
          version: '17',
          variables: ['DATABASE_URL'],
          supported: true,
          confidence: 1,
          evidence: [],
        },
        {
          engine: 'mongodb',
          name: 'docs',
          version: null,
          variables: ['MONGO_URL'],
          supported: false,
          confidence: 1,
          evidence: [],
        },
      ],
      variables: [
        { ...variable, scope: 'both', key: 'API_KEY', required: true, secret: true },
        { ...variable, scope: 'both', key: 'PUBLIC_NAME', required: true, secret: false },
        { ...variable, scope: 'runtime', key: 'STRIPE_KEY', required: true, secret: true },
        { ...variable, scope: 'runtime', key: 'DATABASE_URL', required: true, secret: true, providedBy: 'db' },
        { ...variable, scope: 'runtime', key: 'PORT', required: true, secret: false, default: '3000' },
      ],
    }
    const id = await analyzed(report)
    const answer = await finalize(id, {
      environment,
      variables: [
        { key: 'API_KEY', value: 'sesame-open-please' },
        { key: 'PUBLIC_NAME', value: 'Ada’s' },
        { key: 'TOKEN', value: 'never-shown', sealed: true, service: 'nginx' },
      ],
    })
    expect(answer).toMatchObject({
      environment: { slug: 'production', branch: 'trunk', serverId: null, status: 'idle' },
      missingVariables: [{ key: 'STRIPE_KEY', secret: true }],
      externalDatabases: [{ engine: 'mongodb', name: 'docs' }],
      skippedSuggestions: [],
    })
    expect(answer.environment.services.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['nginx web', 'db postgres'])
    expect(answer.environment.services[1]).toMatchObject({ engineVersion: '17', source: null })
    const rows = await database.systemDb
      .selectFrom('variables')
      .selectAll()
      .where('environment_id', '=', answer.environment.id)
      .orderBy('key')
      .execute()
    expect(rows).toMatchObject([
      { key: 'API_KEY', value: null, is_secret: true, is_sealed: false, scope: 'both', service_id: null },
      { key: 'PUBLIC_NAME', value: 'Ada’s', sealed_value: null, is_secret: false, scope: 'both' },
      {
        key: 'TOKEN',
        is_secret: true,
        is_sealed: true,
        scope: 'runtime',
        service_id: answer.environment.services[0]?.id,
      },
    ])
    const [secret] = rows
    const context = contextOf(variableValue, secret?.id ?? '', actor.organizationId)
    expect((await unsealer.unseal(context, secret?.sealed_value ?? '')).reveal()).toBe('sesame-open-please')
    expect(JSON.stringify(answer)).not.toContain('sesame')
    expect(await events()).toEqual(['project created', 'environment created'])
  })

  it('a value of a compose file keeps its references, and the environment asks for what they refer to', async () => {
    const variable = {
      ...{ default: null, template: null, exceptions: [], providedBy: null, description: null, evidence: [] },
      services: ['nginx'],
    }
    const id = await analyzed({
      ...imageReport('nginx'),
      configuration: { kind: 'compose', file: 'compose.yaml' },
      variables: [
        { ...variable, scope: 'runtime', key: 'URL', required: false, secret: false, template: 'u:${PW}@x' },
        { ...variable, scope: 'reference', key: 'PW', required: true, secret: true },
      ],
    })
    const answer = await finalize(id, { environment })
    expect(answer.missingVariables).toMatchObject([{ key: 'PW', secret: true, scope: 'reference' }])
    expect(answer.environment.missingVariables).toEqual([{ key: 'PW', service: null, scope: 'reference' }])
    const second = await finalize(id, { environment: { name: 'Staging' }, variables: [{ key: 'PW', value: 'x' }] })
    expect(second.environment.missingVariables).toEqual([])
    const rows = await database.systemDb
      .selectFrom('variables')
      .select(['key', 'value', 'scope', 'expand', 'is_secret'])
      .where('environment_id', '=', second.environment.id)
      .orderBy('key')
      .execute()
    expect(rows).toEqual([
      { key: 'PW', value: null, scope: 'reference', expand: false, is_secret: true },
      { key: 'URL', value: 'u:${PW}@x', scope: 'runtime', expand: true, is_secret: false },
    ])
  })

  it('creates several environments with unique names', async () => {
    const id = await analyzed()
    await finalize(id, { environment })
    await expect(finalize(id, { environment: { name: 'production' } })).rejects.toEqual(failsWith('environment_exists'))
    const { project } = await finalize(id, { environment: { name: 'Staging', branch: 'dev' } })
    expect(project.environments.map(({ slug, branch }) => `${slug} ${branch}`)).toEqual([
      'production trunk',
      'staging dev',
    ])
  })

  it('returns 409 no_server if there is no server to deploy to', async () => {
    const id = await analyzed()
    await expect(finalize(id, { environment, deploy: true })).rejects.toEqual(failsWith('no_server'))
    expect((await projects.get(actor, id)).environments).toEqual([])
  })

  it('with deploy, the first deployment is part of the same transaction', async () => {
    const id = await analyzed()
    const servers = createServersService({ ...options, environmentsOn: listEnvironmentsOn })
    const server = await servers.create(actor, { name: 'One', host: 'one.example.com', port: 22, username: 'root' })
    const there = { ...environment, serverId: encodeId('srv', server.id) }
    const answer = await finalize(id, { environment: there, deploy: true })
    expect(answer.deployment).toMatchObject({ number: 1, status: 'queued', trigger: 'finalize', serverId: server.id })
    expect(answer.deployment?.environmentId).toBe(answer.environment.id)
    expect(answer.environment.serverId).toBe(server.id)
    const kept = { force: undefined, removeProxy: undefined }
    await expect(servers.remove(actor, server.id, kept)).rejects.toEqual(failsWith('server_in_use'))
    await servers.remove(actor, server.id, { ...kept, force: true })
  })

  it('deleting the project cancels a deployment that is still queued', async () => {
    const id = await analyzed()
    const servers = createServersService({ ...options, environmentsOn: listEnvironmentsOn })
    const server = await servers.create(actor, { name: 'One', host: 'one.example.com', port: 22, username: 'root' })
    const there = { ...environment, serverId: encodeId('srv', server.id) }
    await finalize(id, { environment: there, deploy: true })
    await projects.remove(actor, id, {})
    expect(await fixture.runs(actor)).toContain('deploy cancelled')
  })

  it('a deployment requested while the project is being deleted is canceled before the removal', async () => {
    const id = await analyzed()
    const servers = createServersService({ ...options, environmentsOn: listEnvironmentsOn })
    const server = await servers.create(actor, { name: 'One', host: 'one.example.com', port: 22, username: 'root' })
    const { environment: made } = await finalize(id, {
      environment: { ...environment, serverId: encodeId('srv', server.id) },
    })
    await projects.remove(actor, id, {})
    const { organizationId } = actor
    await database.tenant(organizationId, (tx) => deployFirst(tx, actor, made.id))
    await database.tenant(organizationId, (tx) =>
      deleteOrTakeDown(tx, organizationId, { id, isForced: false, backups: 'keep' }),
    )
    expect(await fixture.runs(actor)).toEqual(expect.arrayContaining(['deploy cancelled', 'remove-environment']))
  })

  it('an environment that is created while the others are removed is removed too', async () => {
    const id = await analyzed()
    await finalize(id, { environment })
    const { organizationId } = actor
    const inProject = <Result>(work: Parameters<typeof database.tenant<Result>>[1]) =>
      database.tenant(organizationId, work)
    const deletions = async () => (await fixture.runs(actor)).filter((run) => run === 'remove-project').length
    await projects.remove(actor, id, {})
    await inProject((tx) => deleteOrTakeDown(tx, organizationId, { id, isForced: false, backups: 'keep' }))
    const before = await deletions()
    await inProject((tx) => continueRemoval(tx, organizationId, id))
    expect(await deletions()).toBe(before)
    await database.systemDb
      .updateTable('environments')
      .set({ deletion_requested_at: null })
      .where('project_id', '=', id)
      .execute()
    await inProject((tx) => continueRemoval(tx, organizationId, id))
    expect(await deletions()).toBe(before + 1)
  })

  it.each([
    [
      'a key twice',
      {
        variables: [
          { key: 'A', value: '1' },
          { key: 'A', value: '2' },
        ],
      },
      '/variables/1/key',
    ],
    [
      'a loader variable in a build',
      { variables: [{ key: 'LD_PRELOAD', value: 'x', scope: 'both' }] },
      '/variables/0/scope',
    ],
    [
      'a variable of an unknown service',
      { variables: [{ key: 'A', value: '1', service: 'nope' }] },
      '/variables/0/service',
    ],
    [
      'a server that does not exist',
      { environment: { ...environment, serverId: 'srv_01k9z4q7xkf0n8v4w2t6m3c5ra' } },
      '/environment/serverId',
    ],
    [
      'a service that depends on nothing',
      { services: [{ name: 'web', kind: 'web', source: { builder: 'auto' }, dependsOn: ['db'] }] },
      '/services/0/dependsOn',
    ],
  ])('returns 422 for %s, and nothing is created', async (_, more, pointer) => {
    const id = await analyzed()
    await expect(finalize(id, { environment, ...more })).rejects.toMatchObject({ errors: [{ pointer }] })
    expect((await projects.get(actor, id)).environments).toEqual([])
  })

  it("returns 403 for a token that can't write variables", async () => {
    const id = await analyzed()
    const token = { ...actor, permissions: new Set(['projects:write', 'environments:write'] as const) }
    const variables = [{ key: 'A', value: '1' }]
    await expect(finalize(id, { environment, variables }, token)).rejects.toEqual(failsWith('forbidden'))
  })

  it('returns 409 if the report names no service', async () => {
    const id = await analyzed({ ...imageReport('nginx'), services: [] })
    await expect(finalize(id, { environment })).rejects.toEqual(failsWith('no_service_found'))
  })
})
