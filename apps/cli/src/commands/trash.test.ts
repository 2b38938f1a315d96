import type { TrashItem } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { exitCodes } from '../exit-codes.ts'
import { problem, runAgainst, type TestResponse } from '../testing/run-against.ts'

const idOf = (prefix: string, end: string) => `${prefix}_${end.padStart(26, '0')}`
const environmentId = idOf('env', 'e1')

function item(end: string, more: Partial<TrashItem> = {}): TrashItem {
  return {
    ...{ id: idOf('trs', end), kind: 'registry', resourceId: idOf('reg', end), name: `name-${end}` },
    ...{ projectId: null, environmentId: null, serverId: null, status: 'kept', contents: {}, sizeBytes: null },
    ...{ deletedBy: { kind: 'user', name: 'ada@example.com' }, deletedAt: `2026-01-0${end.at(-1)}T00:00:00.000Z` },
    ...{ expiresAt: '2026-01-09T00:00:00.000Z', problem: null, ...more },
  }
}

type Respond = (request: string) => TestResponse | undefined

const page = (items: readonly TrashItem[]): TestResponse => ({ body: { items, nextCursor: null } })

async function run(args: string[], respond: Respond) {
  const { requests, ...ran } = await runAgainst(({ what }) => respond(what), args)
  return { ...ran, sent: requests.map(({ what }) => what) }
}

/** A trash that restores what isn't refused. `after`: what restoring an item brings to light. */
function trashOf(items: readonly TrashItem[], options: { refused?: string; after?: Record<string, TrashItem> } = {}) {
  const kept = new Map(items.map((each) => [each.id, each]))
  const restored: string[] = []
  const respond: Respond = (what) => {
    const [, id = '', action] = /\/trash\/(trs_\w+)(\/restore)?$/.exec(what) ?? []
    const found = kept.get(id)
    if (what.startsWith('GET /trash?')) {
      const asked = new URL(what.slice(4), 'http://localhost').searchParams.get('resourceId')
      return page([...kept.values()].filter(({ resourceId }) => asked === null || resourceId === asked))
    }
    if (what === 'GET /trash') return page([...kept.values()])
    if (found === undefined) return undefined
    if (action === undefined) return { body: found }
    if (id === options.refused)
      return problem(409, 'trash_name_taken', 'Something else uses its name now.', 'Rename it.')
    kept.delete(id)
    restored.push(found.name)
    const next = options.after?.[id]
    if (next !== undefined) kept.set(next.id, next)
    return { body: { item: found, leftOut: {} } }
  }
  return { respond, restored }
}

test('lists items with who deleted them, and filters by kind and project', async () => {
  const token = item('1', { deletedBy: { kind: 'token', name: 'ada@example.com' }, sizeBytes: 2_500_000 })
  const { code, stdout, sent } = await run(
    ['trash', 'list', '--kind', 'registry', '--project', idOf('prj', 'p1')],
    () => page([token]),
  )
  expect(code).toBe(exitCodes.ok)
  expect(stdout).toContain(token.id)
  expect(stdout).toContain('API token of ada@example.com')
  expect(stdout).toContain('2.5 MB')
  expect(sent).toEqual([`GET /trash?kind=registry&projectId=${idOf('prj', 'p1')}`])
})

test('help says where to remove something permanently', async () => {
  const { stdout } = await run(['trash'], () => undefined)
  expect(stdout).toContain('trash restore')
  expect(stdout).toContain('open Trash in the dashboard')
  expect((await run(['help'], () => undefined)).stdout).not.toContain('open Trash in the dashboard')
})

test('an unknown kind is refused before a request', async () => {
  const { code, sent } = await run(['trash', 'list', '--kind', 'planet'], () => page([]))
  expect({ code, sent }).toEqual({ code: exitCodes.usage, sent: [] })
})

test('shows an item by the ID of what was deleted, and how to restore it', async () => {
  const deleted = item('2', { kind: 'environment', resourceId: environmentId, contents: { services: 2, backups: 1 } })
  const variables = item('3', { kind: 'variables', resourceId: environmentId, name: 'LOG_LEVEL' })
  const { stdout } = await run(['trash', 'show', environmentId], () => page([variables, deleted]))
  expect(stdout).toContain('name-2 (environment')
  expect(stdout).toContain('Deleted with it: 2 services, 1 backup')
  expect(stdout).toContain(`longshore trash restore ${deleted.id}`)
})

test('restores the newest deletion first, and continues after a failure', async () => {
  const items = [item('1'), item('3'), item('2'), item('4')]
  const { respond, restored } = trashOf(items, { refused: idOf('trs', '3') })
  const ids = items.map(({ id }) => id)
  const { code, stdout, stderr } = await run(['trash', 'restore', ...ids, idOf('trs', '9')], respond)
  expect(restored).toEqual(['name-4', 'name-2', 'name-1'])
  expect(stdout).toContain('Restored 3 of 5.')
  expect(stderr).toContain('name-3: Something else uses its name now.')
  expect(stderr).toContain('Rename it.')
  expect(stderr).toContain(idOf('trs', '9'))
  expect(code).toBe(exitCodes.notFound)
})

test('restore --all also restores what a restored project contained, and leaves what is still being deleted', async () => {
  const inProject = item('1', { kind: 'domain', name: 'old.example.com' })
  const project = item('5', { kind: 'project' })
  const { respond, restored } = trashOf([project, item('6', { status: 'deleting' })], {
    after: { [project.id]: inProject },
  })
  const { code } = await run(['trash', 'restore', '--all', '--yes'], respond)
  expect(restored).toEqual(['name-5', 'old.example.com'])
  expect(code).toBe(exitCodes.ok)
})

test('restore --all tries an item that fails only once, and reports it', async () => {
  const { respond, restored } = trashOf([item('1'), item('2')], { refused: idOf('trs', '2') })
  const { code, stdout, sent } = await run(['trash', 'restore', '--all', '--yes', '--json'], respond)
  expect(sent.filter((each) => each.startsWith('POST'))).toHaveLength(2)
  expect(restored).toEqual(['name-1'])
  expect(JSON.parse(stdout)).toMatchObject({
    restored: [{ item: { name: 'name-1' } }],
    failed: [{ id: idOf('trs', '2'), error: { code: 'trash_name_taken' } }],
  })
  expect(code).toBe(exitCodes.refused)
})

test('restore --all asks, because members get their access back', async () => {
  const { respond, restored } = trashOf([item('1', { kind: 'member' })])
  const { code, stderr } = await run(['trash', 'restore', '--all'], respond)
  expect(restored).toEqual([])
  expect(code).not.toBe(exitCodes.ok)
  expect(stderr).toContain('--yes')
})

test('reports what stays out because what it belonged to was removed permanently', async () => {
  const restored = { item: item('1'), leftOut: { apiTokens: 1 } }
  const { stdout } = await run(['trash', 'restore', idOf('trs', '1')], (what) => ({
    body: what.startsWith('POST') ? restored : item('1'),
  }))
  expect(stdout).toContain('Left out, because what it belonged to was removed permanently: 1 API token.')
})

test('neither IDs nor --all, or both, is an error', async () => {
  for (const args of [[], ['--all', idOf('trs', '1')]]) {
    const { code, sent } = await run(['trash', 'restore', ...args], () => undefined)
    expect({ code, sent }).toEqual({ code: exitCodes.usage, sent: [] })
  }
})

const registry = { id: idOf('reg', '1'), host: 'registry.example.com', username: 'ada' }

test('a command that deletes something prints the item that undoes it', async () => {
  const { stdout, sent } = await run(['registry', 'remove', 'registry.example.com', '--yes'], (what) => {
    if (what.startsWith('GET /registries')) return { body: { items: [registry], nextCursor: null } }
    return what.startsWith('GET /trash') ? page([item('1')]) : { status: 200, body: {} }
  })
  expect(stdout).toContain(`Undo: longshore trash restore ${idOf('trs', '1')}`)
  expect(sent.at(-1)).toBe(`GET /trash?kind=registry&resourceId=${registry.id}&limit=1`)
})

test('a credential that can’t list the trash still gets a command to undo a deletion', async () => {
  const { code, stdout } = await run(['registry', 'remove', registry.id, '--yes'], (what) => {
    if (what.startsWith('GET /registries')) return { body: { items: [registry], nextCursor: null } }
    return what.startsWith('GET /trash') ? problem(403, 'forbidden', 'No.') : { status: 200, body: {} }
  })
  expect(code).toBe(exitCodes.ok)
  expect(stdout).toContain(`Undo: longshore trash restore ${registry.id}`)
})

test('the deletion of an environment runs on, so its own ID undoes it', async () => {
  const { stdout } = await run(['environment', 'delete', environmentId, '--yes', '--json'], () => ({
    body: { id: environmentId, name: 'staging', projectId: idOf('prj', 'p1') },
  }))
  expect(JSON.parse(stdout)).toEqual({
    id: environmentId,
    name: 'staging',
    undo: `longshore trash restore ${environmentId}`,
  })
})

test('env unset names only the items of its own deletions', async () => {
  const older = item('1', { kind: 'variables', resourceId: environmentId, name: 'LOG_LEVEL' })
  const kept = [older]
  const { stdout } = await run(['env', 'unset', 'LOG_LEVEL', '--env', environmentId], (what) => {
    if (what.startsWith('GET /trash')) return page(kept)
    if (what.startsWith('DELETE')) kept.unshift(item('2', { ...older, id: idOf('trs', '2') }), item('3', { kind: 'variables', name: 'OTHER' })) // biome-ignore format: one line
    return { body: { id: environmentId, name: 'staging', projectId: idOf('prj', 'p1') } }
  })
  expect(stdout).toContain(`Undo: longshore trash restore ${idOf('trs', '2')}\n`)
})
