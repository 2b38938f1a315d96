import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import { directLink } from '../../../testing/direct-link.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../../testing/test-projects.ts'
import { createUpgradeCalls } from './upgrade.call.ts'
import { createUpgradeService } from './upgrade.service.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const feedUrl = 'https://releases.example/feed.json'
const pages: Record<string, string> = {
  [feedUrl]: '{"version":"1.1.0","url":"https://releases.example/1.1.0/notes.md"}',
  'https://releases.example/1.1.0/notes.md': '## 1.1.0',
}
let actor: Actor
let folder: string

beforeEach(async () => {
  actor = { ...(await fixture.newActor()), authenticatedAt: new Date() }
  await database.systemDb
    .updateTable('users')
    .set({ email_verified_at: new Date(), email_proved_by: 'mail' })
    .where('id', '=', actor.userId)
    .execute()
  folder = await mkdtemp(join(tmpdir(), 'longshore-upgrade-'))
  await mkdir(join(folder, 'requests'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function serviceFor(operators = ['@']) {
  const { email_key: email } = await database.systemDb
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const outbound = {
    request: async ({ url }: { url: string }) => ({
      ...{ status: pages[url] === undefined ? 404 : 200, headers: new Map() },
      body: Buffer.from(pages[url] ?? ''),
    }),
  }
  const settings = { UPGRADE_DIRECTORY: folder, VERSION_FEED_URL: feedUrl }
  const calls = createUpgradeCalls({ outbound, version: '1.0.0', settings })
  const named = operators.map((each) => (each === '@' ? email : each))
  return createUpgradeService({
    database,
    link: directLink(calls),
    operators: { operators: named, isSignUpOpen: true },
  })
}

async function writeStatus(more: Record<string, unknown> = {}) {
  const status = { state: 'idle', step: 'done', fromVersion: '1.0.0', toVersion: '', message: '' }
  const times = { startedAt: '2026-11-18T10:00:00Z', finishedAt: '2026-11-18T10:01:00Z' }
  await writeFile(join(folder, 'status.json'), JSON.stringify({ ...status, ...times, ...more }))
}

it('without the script on the machine, shows the newest version but starts nothing', async () => {
  const service = await serviceFor()
  const updates = { status: 'available', latestVersion: '1.1.0' }
  expect(await service.read(actor)).toMatchObject({ canStart: false, state: 'idle', updates, notes: '## 1.1.0' })
  await expect(service.request(actor)).rejects.toEqual(failsWith('upgrade_not_set_up'))
  expect(await readdir(join(folder, 'requests'))).toEqual([])
})

it('requests an upgrade by an empty file, and records who did', async () => {
  await writeStatus()
  const service = await serviceFor()
  expect(await service.request(actor)).toMatchObject({ canStart: true, state: 'requested' })
  expect(await service.request(actor)).toMatchObject({ state: 'requested' })
  expect(await readdir(join(folder, 'requests'))).toEqual(['upgrade'])
  expect(await readFile(join(folder, 'requests/upgrade'), 'utf8')).toBe('')
  const entries = await database.systemDb
    .selectFrom('audit_log')
    .select('action')
    .where('organization_id', '=', actor.organizationId)
    .where('action', '=', 'instance.upgrade_requested')
    .execute()
  expect(entries).toHaveLength(2)
})

it('returns the progress and the result that the machine reports', async () => {
  const service = await serviceFor()
  await writeStatus({ state: 'running', step: 'switching', toVersion: '1.1.0', finishedAt: null })
  expect(await service.read(actor)).toMatchObject({ canStart: false, state: 'running', step: 'switching' })
  await expect(service.request(actor)).rejects.toEqual(failsWith('upgrade_running'))
  await writeStatus({ state: 'returned', toVersion: '1.1.0', message: 'Version 1.0.0 runs again.' })
  const result = { canStart: true, state: 'returned', step: null, message: 'Version 1.0.0 runs again.' }
  expect(await service.read(actor)).toMatchObject(result)
})

it.each(['not JSON', '{"state":"odd"}', '[]'])('a status file with %s is like none', async (text) => {
  await writeFile(join(folder, 'status.json'), text)
  expect(await (await serviceFor()).read(actor)).toMatchObject({ canStart: false, state: 'idle' })
})

it('returns 403 for others and for API tokens, and 401 without a recent sign-in', async () => {
  await writeStatus()
  const others = await serviceFor(['somebody@else.example'])
  await expect(others.read(actor)).rejects.toEqual(failsWith('operator_required'))
  await expect(others.request(actor)).rejects.toEqual(failsWith('operator_required'))
  const service = await serviceFor()
  await expect(service.request({ ...actor, kind: 'token' })).rejects.toEqual(failsWith('person_required'))
  const stale = { ...actor, authenticatedAt: new Date(Date.now() - 3_600_000) }
  await expect(service.request(stale)).rejects.toEqual(failsWith('recent_sign_in_required'))
  expect(await readdir(join(folder, 'requests'))).toEqual([])
})
