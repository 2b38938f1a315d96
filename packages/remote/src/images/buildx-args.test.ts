import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildxArgs } from './buildx-args.ts'
import { splitReference } from './image-reference.ts'

const request = {
  tag: 'longshore/e:1',
  labels: {},
  contextDirectory: '/c',
  dockerfile: '/d/Dockerfile',
  target: null,
  arguments: [],
  secrets: [],
  useCache: true,
  cacheNamespace: 'env_1',
  limits: { memoryBytes: 1, cpus: 1, pids: 1, timeMs: 1, outputBytes: 1, diskReserveBytes: 1 },
}
const place = { dockerSocket: '/s', settingsDirectory: '/n', cgroupParent: null, labels: { a: 'b' }, registries: null }

test('no argument contains the value of a secret, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), (value) => {
      const { args, environment } = buildxArgs({ ...request, secrets: [['TOKEN', value]] }, place)
      expect(args).toContain('id=TOKEN,env=LONGSHORE_SECRET_0')
      expect(args.join('\n')).not.toContain(value)
      expect(environment.LONGSHORE_SECRET_0).toBe(value)
    }),
  )
})

test('cache mounts belong to the environment, whatever the arguments contain', () => {
  const given = [['BUILDKIT_CACHE_MOUNT_NS', 'env_2']] as const
  const { args } = buildxArgs({ ...request, arguments: given }, place)
  expect(args.filter((word) => word.startsWith('BUILDKIT_'))).toEqual(['BUILDKIT_CACHE_MOUNT_NS=env_1'])
})

test('build arguments cannot change the Dockerfile frontend or where the build runs', () => {
  const given = [
    ['BUILDKIT_SYNTAX', 'evil/x'],
    ['DOCKER_HOST', 'tcp://evil'],
  ] as const
  const { args, environment } = buildxArgs({ ...request, arguments: given }, place)
  expect(args.join(' ')).not.toContain('evil/x')
  expect(environment.DOCKER_HOST).toBe('unix:///s')
})

test('the result of a plan is files, not an image', () => {
  const { args } = buildxArgs(request, { ...place, cgroupParent: 'g', railpackPrograms: '/programs' })
  const at = args.indexOf('--build-context')
  expect(args.slice(at, at + 4)).toEqual(['--build-context', 'railpack=/programs', '--output', 'type=tar,dest=-'])
  expect(args).not.toContain('--tag')
  // It has the same limits and caches as every build.
  expect(args).toContain('BUILDKIT_CACHE_MOUNT_NS=env_1')
  expect(args[args.indexOf('--cgroup-parent') + 1]).toBe('g')
})

test.each([
  ['nginx', 'nginx', 'latest'],
  ['nginx:1', 'nginx', '1'],
  ['r.example:5000/a/b', 'r.example:5000/a/b', 'latest'],
  ['r.example:5000/a/b:2', 'r.example:5000/a/b', '2'],
  ['a/b:2@sha256:00', 'a/b', 'sha256:00'],
])('%s is %s and %s', (reference, name, tag) => expect(splitReference(reference)).toEqual({ name, tag }))
