import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ContainerFile, ContainerSpec } from '../runtime/container-spec.ts'
import { checkFiles } from './container-files.ts'
import { startContainer } from './start-container.ts'
import { startProgram } from './start-program.ts'
import { FakeEngine, programSpec } from './testing/fake-engine.ts'
import { readTar } from './testing/read-tar.ts'

let engine: FakeEngine
beforeEach(async () => {
  engine = await FakeEngine.start()
})
afterEach(() => engine[Symbol.asyncDispose]())

const { signal } = new AbortController()
const file: ContainerFile = { path: '/etc/app/config.json', content: '{"a":"ü"}\n', mode: 0o640 }
const spec: ContainerSpec = { ...programSpec, files: [file] }
const isArchive = (path: string) => path.endsWith('/archive')
const start = (change: Partial<ContainerSpec> = {}) =>
  startContainer(engine.host, { ...spec, restart: 'always', ...change }, { signal })
const archiveOf = (name = spec.name) => readTar(engine.containers.get(name)?.archive ?? Buffer.alloc(0))

test('are there before the start is recorded', async () => {
  const seen: unknown[] = []
  const onCreated = async () => void seen.push(engine.containers.get(spec.name)?.state, archiveOf().length)
  await startProgram(engine.host, spec, { signal, onCreated })
  expect(seen).toEqual(['created', 1])
})

test('are regular files of root with their mode, and no folder is in the archive', async () => {
  await start({ files: [file, { path: '/start', content: '', mode: 0o755, uid: 1_000 }] })
  expect(archiveOf()).toMatchObject([
    { name: 'etc/app/config.json', type: '0', mode: 0o640, uid: 0, gid: 0, content: file.content },
    { name: 'start', type: '0', mode: 0o755, uid: 1_000, gid: 0, content: '' },
  ])
})

test('can have paths that are long or not ASCII', async () => {
  const paths = [`/srv/${'a'.repeat(99)}`, '/srv/grün', `/${'ü/'.repeat(200)}x`, `/${'a'.repeat(87)}`]
  await start({ files: paths.map((path) => ({ ...file, path })) })
  expect(archiveOf().map(({ name }) => `/${name}`)).toEqual(paths)
})

test('no request is sent without files', async () => {
  engine.instead = ({ path }) => (isArchive(path) ? { status: 500, message: 'unexpected' } : undefined)
  expect(await start({ files: [] })).toMatchObject({ state: 'running' })
})

test.each([
  [400, 'container rootfs is marked read-only'],
  [500, 'cannot overwrite directory "srv" with non-directory "/"'],
  [500, 'openat srv/plain/x: not a directory'],
])('a refusal with status %i leaves no container behind: %s', async (status, message) => {
  engine.instead = ({ path }) => (isArchive(path) ? { status, message } : undefined)
  const expected = { code: 'container_start_failed', message: `A file can't be put into the container: ${message}` }
  await expect(start()).rejects.toMatchObject(expected)
  expect(engine.containers.size).toBe(0)
  expect(engine.starts).toEqual([])
})

test('a full disk has its own code', async () => {
  const message = 'write etc/x: no space left on device'
  engine.instead = ({ path }) => (isArchive(path) ? { status: 500, message } : undefined)
  await expect(start()).rejects.toMatchObject({ code: 'disk_full' })
  expect(engine.containers.size).toBe(0)
})

test.each(['container', 'program'])('of a %s that was created and got none, follow before its start', async (kind) => {
  engine.instead = ({ path }) => (isArchive(path) ? 'cut' : undefined)
  const begin = () =>
    kind === 'container' ? start() : startProgram(engine.host, spec, { signal, onCreated: async () => undefined })
  await expect(begin()).rejects.toMatchObject({ code: 'docker_unreachable' })
  const [created] = engine.containers.values()
  expect(created).toMatchObject({ state: 'created', archive: null })
  engine.instead = () => undefined
  expect(await begin()).toMatchObject({ id: created?.id, state: 'running' })
  expect(archiveOf()).toHaveLength(1)
})

test('of a container that ran are not replaced', async () => {
  await start()
  const [container] = engine.containers.values()
  Object.assign(container ?? {}, { state: 'exited', archive: null })
  expect(await start()).toMatchObject({ state: 'running' })
  expect(container?.archive).toBeNull()
})

const volumes = [{ name: 'longshore-data', path: '/run/data' }]
const memoryFolders = [{ path: '/run', sizeBytes: null, mode: null, uid: null, gid: null }]
const many = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, at) => ({ path: `/f${at}`, content: 'x'.repeat(bytes), mode: 0o644 }))

test.each([
  [
    'in a volume below a memory folder',
    { volumes, options: { memoryFolders }, files: [{ ...file, path: '/run/data/a' }] },
  ],
  ['next to a memory folder', { options: { memoryFolders }, files: [{ ...file, path: '/runner' }] }],
  ['as many as allowed', { files: many(50, 80_000) }],
  ['as large as allowed', { files: many(16, 262_144) }],
] satisfies [string, Partial<ContainerSpec>][])('are allowed %s', (_name, change) => {
  expect(() => checkFiles({ ...spec, ...change })).not.toThrow()
})

test.each([
  ['of a read-only container', { options: { readOnly: true } }],
  ['below a memory folder', { options: { memoryFolders }, files: [{ ...file, path: '/run/a' }] }],
  ['with the path of a memory folder', { options: { memoryFolders }, files: [{ ...file, path: '/run' }] }],
  ['that are too many', { files: many(51, 1) }],
  ['that are too large', { files: [{ ...file, content: 'ü'.repeat(131_073) }] }],
  ['that are too large together', { files: many(17, 262_144) }],
  ['with the same path', { files: [file, file] }],
  ['of the kernel', { files: [{ ...file, path: '/proc/self/fd/8' }] }],
  ['with a path that climbs', { files: [{ ...file, path: '/srv/../../etc/passwd' }] }],
  ['with a relative path', { files: [{ ...file, path: 'etc/passwd' }] }],
  ['with an owner that does not fit', { files: [{ ...file, uid: 2_097_152 }] }],
  ['with more than permission bits', { files: [{ ...file, mode: 0o20644 }] }],
] satisfies [string, Partial<ContainerSpec>][])('are refused before anything is created: %s', async (_name, change) => {
  await expect(start(change)).rejects.toMatchObject({ code: 'policy_refused' })
  expect(engine.containers.size).toBe(0)
})
