import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createForeignStacks, type ForeignStacks } from './foreign-stacks.ts'

const compose = { 'com.docker.compose.project': 'shop', 'com.docker.compose.service': 'web' }
const foreign: Record<string, Record<string, string>> = {
  ours: { ...compose, 'longshore.instance': 'test' },
  'of another instance': { ...compose, 'longshore.instance': 'other' },
  'without a project': {},
  'with an emptied label': { 'com.docker.compose.project': '', 'com.docker.compose.service': '' },
  'with a name that is a path': { ...compose, 'com.docker.compose.project': '../etc' },
  'of a swarm': { ...compose, 'com.docker.swarm.service.id': 'x' },
}
const signal = new AbortController().signal
const id = 'a'.repeat(64)
const changed: string[] = []
let labels: Record<string, string> = compose

const folder = await mkdtemp(join(tmpdir(), 'ls-stacks-'))
const socket = join(folder, 'd')
const closed = new AbortController()
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '', 'http://docker').pathname.replace(/^\/v[\d.]+/, '')
  if (path === '/_ping') return void response.setHeader('api-version', '1.47').end('OK')
  if (request.method !== 'GET') changed.push(`${request.method} ${path.replace(id, 'id')}`)
  const container = {
    Id: id,
    Name: '/shop-web-1',
    Image: `sha256:${'b'.repeat(64)}`,
    State: { Status: 'running', Running: true },
    Config: { Image: 'app', Labels: labels },
    HostConfig: {},
    NetworkSettings: {},
  }
  if (path === '/containers/json') return void response.end(JSON.stringify([{ Id: id, Labels: labels }]))
  response.end(JSON.stringify(container))
}).listen(socket)
await once(server, 'listening')
const stacks = createForeignStacks({ dockerSocket: async () => socket, closed: closed.signal }, { instance: 'test' })

beforeEach(() => {
  changed.length = 0
  labels = compose
})
afterAll(async () => {
  closed.abort()
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

const actions: Record<string, (on: ForeignStacks) => Promise<unknown>> = {
  stop: (on) => on.stop(id, { signal, graceSeconds: 1 }),
  start: (on) => on.start(id, { signal }),
  setRestart: (on) => on.setRestart(id, { name: 'no', retries: 0 }, { signal }),
  remove: (on) => on.remove(id, { signal }),
  readFolder: (on) => on.readFolder(id, '/data', { signal }),
  readFile: (on) => on.readFile(id, '/data', { signal, maxBytes: 1 }),
}

test.each(Object.keys(foreign))('a container %s is not listed, read, or changed', async (kind) => {
  labels = foreign[kind] ?? {}
  expect([...(await stacks.listProjects({ signal })).keys()]).toEqual([])
  for (const act of Object.values(actions)) await expect(act(stacks)).rejects.toThrow('belongs to no compose project')
  expect(changed).toEqual([])
})

test('a container of a compose project is listed, and changed by its id', async () => {
  expect(await stacks.listProjects({ signal })).toEqual(new Map([['shop', [id]]]))
  await actions['setRestart']?.(stacks)
  await actions['stop']?.(stacks)
  await actions['start']?.(stacks)
  await actions['remove']?.(stacks)
  expect(changed).toEqual([
    'POST /containers/id/update',
    'POST /containers/id/stop',
    'POST /containers/id/start',
    'DELETE /containers/id',
  ])
})
