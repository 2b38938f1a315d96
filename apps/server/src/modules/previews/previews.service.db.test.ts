import { beforeEach, expect, test } from 'vitest'
import { subjectKey } from '../../platform/durable/runs.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { createLog } from '../../platform/log/log.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { createUnsealer, generateIdentity } from '../../platform/secrets/unseal.ts'
import { testDriver } from '../../testing/durable-driver.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, linkRepository, type TestEnvironment } from '../../testing/test-deployments.ts'
import type { PullRequestEvent } from '../auto-deploy/webhook-events.schemas.ts'
import { sealVariable } from '../environments/index.ts'
import { createEnvironmentsWorker } from '../environments/worker.ts'
import { gitProviderProblems } from '../git-providers/index.ts'
import type { PullRequest, Sources } from '../git-providers/worker.ts'
import { notePullRequest } from './index.ts'
import { syncPreview } from './previews.references.ts'
import { createPreviewsService } from './previews.service.ts'
import { takeDuePolls, takeExpiredPreviews } from './previews.system-repository.ts'
import { expirePreview, pollPullRequests } from './pull-requests.poller.ts'
import { createPreviewsWorker } from './worker.ts'
import type { PreviewWork } from './workflow/preview-work.context.ts'

const { database } = await useTestDatabase()
const { identity, recipient } = await generateIdentity()
const sealer = createSealer(recipient)
const unsealer = await createUnsealer([identity])
const service = createPreviewsService({ database, sealer, addressOf: async () => 'http://pr.example' })
const signal = new AbortController().signal
type Comment = Parameters<Sources['putComment']>[2]

let fixture: TestEnvironment
let pulls: PullRequest[]
let comments: Comment[]
let refusesComments: boolean

const work: PreviewWork = {
  database,
  sealer,
  unsealer,
  secrets: createEnvironmentsWorker({ database, unsealer }).secrets,
  publicUrl: 'https://longshore.example',
  addressOf: async () => 'http://pr.example',
  runInRelease: { run: async () => ({ exitCode: 0, logTail: '' }), end: async () => undefined },
  sources: {
    async pullRequest(_organization, _ref, number) {
      const found = pulls.find((pull) => pull.number === number)
      if (found === undefined) throw new AppError(gitProviderProblems.repository_not_found)
      return found
    },
    async openPullRequests() {
      const items = pulls
        .filter(({ isOpen }) => isOpen)
        .map(({ number, repositoryId, head }) => ({
          number,
          repositoryId,
          headRepositoryId: head.repositoryId,
          headSha: head.sha,
        }))
      return { items, next: null, dropped: 0 }
    },
    async putComment(_organization, _ref, comment) {
      if (refusesComments) throw new AppError(gitProviderProblems.provider_forbidden)
      comments.push(comment)
      return { id: comment.id ?? String(comment.number) }
    },
    describe: async () => ({
      fullName: 'ada/shop', url: '', cloneUrl: '', defaultBranch: 'main', private: true, archived: false, empty: false,
    }), // biome-ignore format: a shape
  },
}
const { workflows } = createPreviewsWorker({
  ...work,
  log: createLog({ level: 'silent', process: 'test' }),
  lookEveryMs: 1,
})
const { drive } = testDriver(database, workflows)

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  pulls = []
  comments = []
  refusesComments = false
  await linkRepository(database, fixture)
  await addSecrets()
  await service.update(fixture.actor, fixture.projectId, {
    enabled: true,
    templateEnvironmentId: fixture.environmentId,
    maxOpen: 1,
    allowedSecrets: ['SHARED'],
    variables: [{ key: 'OWN', value: 'mine', secret: true, scope: 'runtime' }],
  })
})

test('a pull request becomes an environment with its own variables and without the template’s secrets', async () => {
  await sendEvent(open(1))
  expect(await previews()).toMatchObject([{ number: 1, status: 'open', branch: 'topic-1' }])
  const [made] = await environments()
  expect(made).toMatchObject({ name: 'pr-1', server_id: fixture.serverId, branch: 'topic-1', preview_number: 1 })
  expect(await variablesOf(made?.id)).toEqual({ OWN: 'mine', SHARED: 'shared-value' })
  const deployments = await deploymentsOf(made?.id)
  expect(deployments).toMatchObject([{ trigger: 'preview', requested_commit: '1'.repeat(40), branch: 'topic-1' }])
  expect(comments.at(-1)?.text).toContain('Deploying')
})

test('is idempotent; a new commit is one more deployment', async () => {
  const pull = open(1)
  await sendEvent(pull)
  await sendEvent(pull)
  expect(comments).toHaveLength(1)
  pull.head.sha = '2'.repeat(40)
  await sendEvent(pull)
  const [made] = await environments()
  expect((await deploymentsOf(made?.id)).map((each) => each.requested_commit)).toEqual(['1'.repeat(40), '2'.repeat(40)])
  expect(comments).toHaveLength(2)
  expect(comments[1]?.id).toBe('1')
})

test("a fork creates no row, from a webhook or from polling, and a webhook's claims aren't trusted", async () => {
  const fork = open(1, { repositoryId: '666' })
  expect(await sendEvent(fork)).toBe(false)
  await poll()
  expect(await previews()).toHaveLength(0)
  // A body that lies about the branch's repository.
  const event = { ...eventOf(fork), head: { ...eventOf(fork).head, repository: { id: '7', fullName: 'ada/shop' } } }
  await hear(event)
  expect(await previews()).toHaveLength(0)
  expect(await environments()).toHaveLength(0)
})

test('refuses a preview above the limit with a comment, and starts a waiting preview when one ends', async () => {
  const first = open(1)
  await sendEvent(first)
  await sendEvent(open(2))
  expect(await previews()).toMatchObject([{ number: 2, status: 'refused' }, { status: 'open' }])
  expect(comments.at(-1)?.text).toContain('limit')
  first.isOpen = false
  await sendEvent(first, 'closed')
  const [gone] = await environments()
  expect(gone?.deletion_requested_at).not.toBeNull()
  expect(comments.at(-1)?.text).toContain('Removed')
  await database.systemDb
    .deleteFrom('environments')
    .where('id', '=', gone?.id ?? newId('env'))
    .execute()
  await poll()
  await driveAll()
  expect(await previews()).toMatchObject([
    { number: 2, status: 'open' },
    { number: 1, status: 'closed' },
  ])
})

test('polling finds what no webhook reported: opened, closed, and expired', async () => {
  const pull = open(1)
  await poll()
  await driveAll()
  expect(await previews()).toMatchObject([{ status: 'open' }])
  await database.systemDb
    .updateTable('previews')
    .set({ expires_at: new Date(Date.now() - 1_000), updated_at: new Date(Date.now() - 60_000) })
    .execute()
  await poll()
  await driveAll()
  expect(await previews()).toMatchObject([{ status: 'expired' }])
  pull.isOpen = false
  await poll()
  await driveAll()
  expect(await previews()).toMatchObject([{ status: 'closed' }])
})

test("a provider that rejects comments doesn't block previews, and the settings report it", async () => {
  refusesComments = true
  await sendEvent(open(1))
  expect(await previews()).toMatchObject([{ status: 'open' }])
  const { problem } = await service.settings(fixture.actor, fixture.projectId)
  expect(problem?.code).toBe('comment_refused')
})

test('turning previews off removes them; a template without a server is reported as the reason', async () => {
  await sendEvent(open(1))
  await service.update(fixture.actor, fixture.projectId, { enabled: false })
  await driveAll()
  expect(await previews()).toMatchObject([{ status: 'closed', reason: { code: 'previews_disabled' } }])
  await database.systemDb.deleteFrom('environments').where('preview_number', 'is not', null).execute()
  await database.systemDb.updateTable('environments').set({ server_id: null }).execute()
  await service.update(fixture.actor, fixture.projectId, { enabled: true })
  await sendEvent(open(2))
  expect((await previews())[0]).toMatchObject({ status: 'refused', reason: { code: 'environment_without_server' } })
  expect(await environments()).toHaveLength(0)
})

test('allowing a secret needs the permission to reveal it, and previews need a connection', async () => {
  const { actor, projectId } = fixture
  const developer = {
    ...actor,
    permissions: new Set([...actor.permissions].filter((each) => each !== 'secrets:reveal')),
  }
  await expect(service.update(developer, projectId, { allowedSecrets: ['TOKEN'] })).rejects.toMatchObject({
    problem: { code: 'forbidden' },
  })
  await database.systemDb.updateTable('projects').set({ git_provider_id: null }).where('id', '=', projectId).execute()
  await expect(service.update(actor, projectId, { enabled: true })).rejects.toMatchObject({
    problem: { code: 'previews_need_account' },
  })
})

test("secrets allowed for one template aren't allowed for another", async () => {
  const { actor, projectId } = fixture
  const other = await createTestEnvironment(database, fixture)
  expect((await service.settings(actor, projectId)).allowedSecrets).toEqual(['SHARED'])
  const same = await service.update(actor, projectId, { templateEnvironmentId: fixture.environmentId })
  expect(same.allowedSecrets).toEqual(['SHARED'])
  const changed = await service.update(actor, projectId, { templateEnvironmentId: other.environmentId })
  expect(changed.allowedSecrets).toEqual([])
})

function open(number: number, { repositoryId = '7' } = {}): PullRequest {
  const head = { repositoryId, branch: `topic-${number}`, sha: String(number).repeat(40) }
  const pull = { number, isOpen: true, title: 'x', url: 'https://git.example/1', repositoryId: '7', head }
  pulls.push(pull)
  return pull
}

function eventOf(pull: PullRequest, action: PullRequestEvent['action'] = 'updated'): PullRequestEvent {
  const { number, title, url, head } = pull
  const repository = { id: pull.repositoryId, fullName: 'ada/shop' }
  const from = head.repositoryId === null ? null : { id: head.repositoryId, fullName: 'someone/shop' }
  const base = { branch: 'main' }
  return { kind: 'pull-request', action, repository, number, title, url, base, head: { ...head, repository: from } }
}

async function sendEvent(pull: PullRequest, action: PullRequestEvent['action'] = 'updated'): Promise<boolean> {
  return await hear(eventOf(pull, action))
}

async function hear(event: PullRequestEvent): Promise<boolean> {
  const { organizationId, projectId } = fixture
  const isTaken = await database.tenant(organizationId, (tx) =>
    notePullRequest(tx, organizationId, { projectId, event }),
  )
  await driveAll()
  return isTaken
}

async function poll(): Promise<void> {
  await database.systemDb
    .updateTable('preview_settings')
    .set({ next_look_at: new Date(0) })
    .execute()
  const db = database.systemDb
  for (const due of await takeExpiredPreviews(db, 20)) await expirePreview(work, due)
  for (const due of await takeDuePolls(db, { limit: 5, everyMs: 1 })) await pollPullRequests(work, due, signal)
}

async function driveAll(): Promise<void> {
  for (const { id } of await previews())
    for (let turn = 0; turn < 3; turn += 1) await drive(subjectKey(syncPreview, id))
}

async function previews() {
  return (await service.list(fixture.actor, fixture.projectId, { limit: 100 })).items
}

async function environments() {
  return await database.systemDb
    .selectFrom('environments')
    .selectAll()
    .where('project_id', '=', fixture.projectId)
    .where('preview_number', 'is not', null)
    .execute()
}

async function deploymentsOf(environmentId: Id<'env'> | undefined) {
  return await database.systemDb
    .selectFrom('deployments')
    .selectAll()
    .where('environment_id', '=', environmentId ?? newId('env'))
    .orderBy('number')
    .execute()
}

async function variablesOf(environmentId: Id<'env'> | undefined): Promise<Record<string, string>> {
  const rows = await database.systemDb
    .selectFrom('variables')
    .select(['id', 'key'])
    .where('environment_id', '=', environmentId ?? newId('env'))
    .orderBy('key')
    .execute()
  const opened = await work.secrets.openVariables(
    fixture.organizationId,
    rows.map(({ id }) => id as ReturnType<typeof newId<'var'>>),
  )
  return Object.fromEntries([...opened.values()].map(({ key, value }) => [key, value.reveal()]).sort())
}

async function addSecrets(): Promise<void> {
  const { organizationId, environmentId } = fixture
  for (const [key, value] of [['TOKEN', 'production'], ['SHARED', 'shared-value']] as const) {
    const plain = { key, value, secret: true, sealed: false, scope: 'runtime', service: null } as const
    const { id, content } = await sealVariable(sealer, organizationId, plain)
    if (!('sealedValue' in content)) throw new Error('not sealed')
    const row = { id, organization_id: organizationId, environment_id: environmentId, key, scope: 'runtime' }
    await database.systemDb
      .insertInto('variables')
      .values({ ...row, is_secret: true, sealed_value: content.sealedValue })
      .execute()
  } // biome-ignore format: a table
}
