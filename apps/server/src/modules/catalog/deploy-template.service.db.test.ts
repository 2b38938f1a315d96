import { parseTemplate } from '@longshore/analyzer/parse-template'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { directLink } from '../../testing/direct-link.ts'
import { createTestBackupSchedules } from '../../testing/test-backup-schedules.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../testing/test-projects.ts'
import { createFirstBackups } from '../backups/index.ts'
import { createBackupScheduleCalls } from '../backups/schedules/calls/schedules.call.ts'
import { deployFirst } from '../deployments/start-deployment.action.ts'
import { variableValue } from '../environments/index.ts'
import { createComposeFileCalls } from '../projects/calls/compose-file.call.ts'
import { createComposeFileService } from '../projects/index.ts'
import { readProjectFacts } from '../projects/project-facts.query.ts'
import { createServersService } from '../servers/servers.service.ts'
import type { BuiltInTemplate } from './built-in-templates.query.ts'
import { createFetchTemplateCall } from './calls/fetch-template.call.ts'
import { createCatalogService } from './catalog.service.ts'
import { DeployTemplateBody } from './deploy-template.schemas.ts'
import { createDeployTemplateService } from './deploy-template.service.ts'
import { UpdateTemplateBody } from './environment-template.schemas.ts'
import { createEnvironmentTemplateService } from './environment-template.service.ts'
import { startFirstBackup } from './first-backups.poller.ts'
import { listDueFirstBackups } from './first-backups.system-repository.ts'
import { createTemplateOpener } from './open-template.service.ts'
import { revisionOf } from './template-revision.crypto.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const schedules = await createTestBackupSchedules(database)
const work = { database, unsealer: fixture.unsealer, callLimit: <T>(run: () => Promise<T>) => run() }
const outbound = { request: async () => ({ status: 200, headers: new Map(), body: Buffer.from(served) }) }
const link = directLink([
  ...createComposeFileCalls(work),
  ...createBackupScheduleCalls(schedules.tools),
  createFetchTemplateCall({ outbound } as never),
])
let served = ''

const description = {
  title: 'Notes',
  summary: 'Write notes.',
  category: 'notes',
  icon: { text: 'No', color: '#112233' },
  version: '1.2.3',
  minimumMemoryMb: 128,
  links: { website: 'https://n.example', documentation: 'https://n.example/docs', source: 'https://n.example/source' },
  web: 'app',
  inputs: [
    { key: 'TOKEN', label: 'Token', kind: 'secret', generate: 'hex64' },
    { key: 'OWNER', label: 'Owner', kind: 'email' },
    { key: 'MODE', label: 'Mode', kind: 'choice', choices: ['fast', 'safe'], default: 'safe' },
  ],
  data: [{ name: 'data', holds: 'Notes' }],
  updates: 'zero-downtime',
  upgradeNotes: [
    { to: '2.0.0', text: 'Version 2 needs an owner.' },
    { to: '1.0.0', text: 'Version 1 needs nothing.' },
  ],
}
const composeOf = (version: string) =>
  [
    'services:',
    '  app:',
    `    image: notes:${version}`,
    '    ports: ["8080"]',
    '    environment:',
    '      TOKEN: $' + '{TOKEN}',
    '      OWNER: $' + '{OWNER}',
    '      LEVEL: mode-$' + '{MODE}',
    '    volumes: ["data:/data"]',
    'volumes: { data: {} }',
  ].join('\n')
const manyNetworks = [...Array(250).keys()].map((at) => `n${at}: { driver_opts: { a: b } }`).join(', ')
const fileOf = (compose: string) => JSON.stringify({ ...description, compose })
let current: BuiltInTemplate
const templates = { list: () => [], find: (name: string) => (name === 'notes' ? current : undefined) }
const opener = createTemplateOpener({ database, link, templates })
const { domains } = fixture
const options = { ...fixture.options, opener, deploy: deployFirst, domains }
const backups = { ...fixture.options, clock: systemClock, link: { ...link, call: link.call } }
const service = (isDiskOffered = true) =>
  createDeployTemplateService({
    ...options,
    firstDomain: () => Promise.reject(new Error('no domain was sent')),
    prepareBackups: createFirstBackups({ ...backups, isDiskOffered } as never),
  })
const dependencies = { project: readProjectFacts, liveRelease: async () => null, domains: async () => [] }
const composeFiles = createComposeFileService({ ...fixture.options, link, dependencies })
const updates = createEnvironmentTemplateService({ ...fixture.options, opener, composeFiles })
let actor: Actor
let serverId: string

const release = (version: string, changes: object = {}): BuiltInTemplate => {
  const [text, compose] = [JSON.stringify({ ...description, version, ...changes }), composeOf(version)]
  const { template, faults } = parseTemplate(text, compose)
  if (template === null) throw new Error(faults.join())
  return { name: 'notes', revision: revisionOf(text, compose), template, compose }
}

beforeEach(async () => {
  current = release('1.2.3')
  served = fileOf(composeOf('1.2.3'))
  actor = await fixture.newActor()
  const { id } = await createServersService(fixture.options).create(actor, {
    ...{ name: 'fsn-1', host: '203.0.113.7', port: 22, username: 'root' },
  })
  serverId = encodeId('srv', id)
})

const deploy = (body: object = {}, by = actor, on = service()) =>
  on.deploy(
    by,
    DeployTemplateBody.parse({
      ...{ template: 'notes', serverId, deploy: false, inputs: { OWNER: 'ada@example.com' }, ...body },
    }),
  )

it('creates project, environment, variables, and backups, and stores the compose file unchanged', async () => {
  const deployed = await deploy()
  expect(deployed).toMatchObject({
    project: { name: 'Notes', source: 'compose', status: 'active' },
    environment: { name: 'production', services: [{ name: 'app', kind: 'web' }] },
    deployment: null,
    template: { name: 'notes', version: '1.2.3', revision: current.revision },
    backups: { state: 'on', destination: { name: expect.stringContaining('This instance') } },
    warnings: [],
  })
  const variables = await variablesOf(deployed.environment.id)
  expect(variables).toMatchObject([
    { key: 'LEVEL', value: 'mode-$' + '{MODE}', expand: true },
    { key: 'MODE', value: 'safe', scope: 'reference' },
    { key: 'OWNER', value: 'ada@example.com', scope: 'runtime' },
    { key: 'TOKEN', value: null, is_secret: true, scope: 'runtime' },
  ])
  const sealed = contextOf(variableValue, variables[3]?.id ?? '', actor.organizationId)
  const token = (await fixture.unsealer.unseal(sealed, variables[3]?.sealed_value ?? '')).reveal()
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(deployed)).not.toContain(token)
  expect(await schedules.configs.get(actor, deployed.environment.id)).toMatchObject({
    enabled: true,
    restoreTests: 'daily',
  })
  expect(await fixture.runs(actor)).toContain('analyze-project')
})

it('rejects missing, unknown, and invalid inputs with their labels, and creates nothing', async () => {
  const inputs = { OWNER: 'nobody', MODE: 'slow', OTHER: 'x' }
  const faults = await deploy({ inputs }).catch((error: unknown) => (error instanceof AppError ? error.errors : error))
  expect(faults).toMatchObject([
    { pointer: '/inputs/OTHER', code: 'unknown_field' },
    { pointer: '/inputs/OWNER', code: 'invalid', message: '(Owner) must be an email address' },
    { pointer: '/inputs/MODE', code: 'invalid' },
  ])
  await expect(deploy({ inputs: {} })).rejects.toEqual(failsWith('validation_failed'))
  expect(await fixture.runs(actor)).not.toContain('analyze-project')
})

it('needs storage on a multi-tenant instance, and leaves backups off when asked to', async () => {
  expect((await deploy({}, actor, service(false))).backups).toEqual({ state: 'needs_storage', destination: null })
  const off = await deploy({ backups: { enabled: false } })
  expect(off.backups).toEqual({ state: 'off', destination: null })
  expect(await due()).toEqual([])
})

it('403 without a permission that a part needs', async () => {
  const developer: Actor = {
    ...actor,
    permissions: new Set([...actor.permissions].filter((one) => one !== 'backups:write')),
  }
  await expect(deploy({}, developer)).rejects.toEqual(failsWith('forbidden'))
  expect((await deploy({ backups: { enabled: false } }, developer)).backups.state).toBe('off')
})

it('starts the first backup once, and only when a deployment is live', async () => {
  const { environment } = await deploy()
  expect(await due()).toEqual([])
  await markLive(environment.id)
  const [first] = await due()
  if (first === undefined) throw new Error('the first backup is not due')
  await Promise.all([startFirstBackup(database, first), startFirstBackup(database, first)])
  expect((await fixture.runs(actor)).filter((kind) => kind === 'backup-schedule')).toHaveLength(1)
  expect(await due()).toEqual([])
})

it('shows an update with its changes, notes, and new inputs, and saves it for the next deployment', async () => {
  const { environment } = await deploy()
  expect(await updates.get(actor, environment.id)).toMatchObject({ hasUpdate: false, changes: null, upgradeNotes: [] })
  current = release('2.1.0')
  const found = await updates.get(actor, environment.id)
  expect(found).toMatchObject({
    version: '1.2.3',
    latest: { version: '2.1.0', revision: current.revision },
    hasUpdate: true,
    upgradeNotes: [{ to: '2.0.0' }],
    missingInputs: [],
  })
  expect(found.changes).toHaveLength(1)
  await expect(update(environment.id, { revision: '0'.repeat(12) })).rejects.toEqual(failsWith('template_changed'))
  const saved = await update(environment.id, { revision: current.revision })
  expect(JSON.stringify(saved.services)).toContain('notes:2.1.0')
  expect(await updates.get(actor, environment.id)).toMatchObject({ version: '2.1.0', hasUpdate: false })
  await expect(update(environment.id, { revision: current.revision })).rejects.toEqual(
    failsWith('template_has_no_update'),
  )
  const keys = (await variablesOf(environment.id)).map(({ key }) => key)
  expect(keys).toEqual(['LEVEL', 'MODE', 'OWNER', 'TOKEN'])
})

it('deploys a template from a URL only with the content that was previewed, and without refused settings', async () => {
  const url = 'https://t.example/notes.yaml'
  const { source } = await opener.external(actor, { url })
  const deployed = await deploy({ template: undefined, source })
  expect(deployed).toMatchObject({ template: { name: null, title: 'Notes' }, backups: { state: 'on' } })
  expect(await updates.get(actor, deployed.environment.id)).toMatchObject({ source, latest: null, hasUpdate: false })
  served = fileOf(composeOf('1.2.4'))
  await expect(deploy({ template: undefined, source })).rejects.toEqual(failsWith('template_changed'))
  served = fileOf(composeOf('1.2.3').replace('    ports:', '    privileged: true\n    ports:'))
  const { source: refused } = await opener.external(actor, { url })
  await expect(deploy({ template: undefined, source: refused })).rejects.toEqual(failsWith('template_not_deployable'))
  const { services } = await createCatalogService({ templates, opener }).preview(actor, { url })
  expect(services).toMatchObject([{ name: 'app' }])
})

it.each([
  [
    'behind more warnings than are shown',
    (text: string) =>
      `networks: { ${manyNetworks} }\n${text.replace('    ports:', '    cap_add: [NET_ADMIN]\n    ports:')}`,
  ],
  [
    'in a profile that is off',
    (text: string) =>
      text.replace(
        'volumes: {',
        `  tool:\n    image: tool:1\n    profiles: [tools]\n    volumes: ["/var/run/docker.sock:/var/run/docker.sock"]\nvolumes: {`,
      ),
  ],
])('finds parts of a server that a template from elsewhere asks for: %s', async (_, change) => {
  served = fileOf(change(composeOf('1.2.3')))
  const { source } = await opener.external(actor, { url: 'https://t.example/notes.yaml' })
  await expect(deploy({ template: undefined, source })).rejects.toEqual(failsWith('template_not_deployable'))
})

it('404 for an environment that has no template', async () => {
  const id = await fixture.analyzed(actor)
  const { environment } = await fixture.finalize(actor, id, { environment: { name: 'Production' } })
  await expect(updates.get(actor, environment.id)).rejects.toEqual(failsWith('no_template'))
  await expect(deploy({ template: 'unknown' })).rejects.toEqual(failsWith('template_not_found'))
})

const update = (id: Id<'env'>, body: object) => updates.update(actor, id, UpdateTemplateBody.parse(body))
const due = () => listDueFirstBackups(database.systemDb, 10)

async function variablesOf(id: Id<'env'>) {
  return await database.systemDb
    .selectFrom('variables')
    .selectAll()
    .where('environment_id', '=', id)
    .where('retired_at', 'is', null)
    .orderBy('key')
    .execute()
}

async function markLive(id: Id<'env'>): Promise<void> {
  await database.systemDb
    .updateTable('environments')
    .set({ live_deployment_id: newId('dep'), status: 'live' })
    .where('id', '=', id)
    .execute()
}
