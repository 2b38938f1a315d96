import type { SourceEntry } from '@longshore/source/git'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, linkRepository, type TestEnvironment } from '../../testing/test-deployments.ts'
import { createDeployableService } from './deployable.service.ts'
import { insertDeployment } from './deployments.repository.ts'
import { createReadRepository } from './sources/read-repository.remote.ts'

const { database } = await useTestDatabase()
const [live, next] = ['a'.repeat(40), 'b'.repeat(40)]
const files: Record<string, Record<string, string>> = {
  [live]: { 'app.ts': '1', 'db/migrate/1_start.rb': '2', 'old.ts': '3' },
  [next]: { 'app.ts': '9', 'db/migrate/1_start.rb': '2', 'db/migrate/2_price.rb': '4' },
}
const disposed: string[] = []
let fixture: TestEnvironment

/** A repository with two commits, read without a network. */
const repository = createReadRepository({
  database,
  sources: { remote: async () => ({ url: 'https://git.example/ada/shop.git', credential: null }) } as never,
  git: {
    fetch: async (_: unknown, { commit }: { commit: string }, { contents }: { contents: string }) => ({
      list: async () => ({ entries: Object.entries(files[commit] ?? {}).map(toEntry), skipped: 0 }),
      [Symbol.asyncDispose]: async () => void disposed.push(`${commit[0]} ${contents}`),
    }),
  } as never,
})
const calls: unknown[] = []
const link = {
  async call(_: unknown, args: { projectId: TestEnvironment['projectId']; live: string; commit: string }) {
    calls.push(args)
    const { organizationId } = fixture
    return await repository.compare({ ...args, organizationId, signal: new AbortController().signal })
  },
}
const deployable = createDeployableService({ database, link: link as never })

function toEntry([path, id]: [string, string]): SourceEntry {
  return { path, id, kind: 'file', isExecutable: false }
}

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  await linkRepository(database, fixture)
  calls.length = 0
  disposed.length = 0
})

async function goLive(): Promise<void> {
  const { environmentId, organizationId, serverId } = fixture
  const id = newId('dep')
  const none = { requestedCommit: null, givenImages: null, releaseId: null, rollbackOf: null, promotedFrom: null }
  const source = { trigger: 'manual', branch: 'main', clearCache: false, createdBy: null } as const
  await database.tenant(organizationId, (tx) =>
    insertDeployment(tx, organizationId, { id, environmentId, number: 1, serverId, ...source, ...none }),
  )
  const commit = JSON.stringify({ sha: live, message: 'Start', author: 'Ada', committedAt: new Date() })
  const db = database.systemDb
  await db.updateTable('deployments').set({ commit }).where('id', '=', id).execute()
  await db.updateTable('environments').set({ live_deployment_id: id }).where('id', '=', environmentId).execute()
}

test('counts changed files and names migrations, without fetching contents', async () => {
  await goLive()
  const { actor, environmentId } = fixture
  expect(await deployable.changedFiles(actor, environmentId, { commit: next })).toEqual({
    liveCommit: live,
    count: 3,
    migrations: ['db/migrate/2_price.rb'],
  })
  expect(disposed.sort()).toEqual(['a as-needed', 'b as-needed'])
})

test('asks no repository when nothing is live, or when the commit is live', async () => {
  const { actor, environmentId } = fixture
  const nothing = { count: 0, migrations: [] }
  expect(await deployable.changedFiles(actor, environmentId, { commit: next })).toEqual({
    liveCommit: null,
    ...nothing,
  })
  await goLive()
  expect(await deployable.changedFiles(actor, environmentId, { commit: live })).toEqual({
    liveCommit: live,
    ...nothing,
  })
  expect(calls).toEqual([])
})
