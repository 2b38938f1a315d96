import { expect, test } from 'vitest'
import type { ContainerOptions, ContainerSpec } from '../runtime/container-spec.ts'
import { hashOf } from './spec-hash.ts'
import { programSpec as spec } from './testing/fake-engine.ts'

/** Calculated before there were options. Another value would replace every running container. */
const hashOfSpec = '0d641edfd9a2d12c6361f55aa79518295a33ef44'
const hashOfConfined = 'ee1257c8bb1f2a69c2ec8b4e6912335d87039501'

test('is the same as before there were options', () => {
  expect(hashOf(spec)).toBe(hashOfSpec)
  expect(hashOf({ ...spec, confined: true, publishes: { port: 1, loopbackPort: 1_000 } })).toBe(hashOfConfined)
})

test('is the same for options and files without an effect', () => {
  const empty = { readOnly: false, memoryFolders: [], ulimits: [], sysctls: {} }
  for (const change of [{ options: {} }, { options: empty }, { files: [] }] satisfies Partial<ContainerSpec>[])
    expect(hashOf({ ...spec, ...change })).toBe(hashOfSpec)
})

test('is the same for the same options in another order', () => {
  const one = { user: 'a', init: true, sysctls: { x: '1', y: '2' } }
  const two = { sysctls: { y: '2', x: '1' }, init: true, user: 'a' }
  expect(hashOf({ ...spec, options: one })).toBe(hashOf({ ...spec, options: two }))
})

const folder = { path: '/run', sizeBytes: null, mode: null, uid: null, gid: null }
const options: readonly ContainerOptions[] = [
  { entrypoint: ['a'] },
  { entrypoint: ['a', ''] },
  { user: 'a' },
  { workingDirectory: 'a' },
  { init: true },
  { init: false },
  { stopSignal: 'a' },
  { readOnly: true },
  { memoryFolders: [folder] },
  { memoryFolders: [{ ...folder, uid: 0 }] },
  { memoryFolders: [{ ...folder, gid: 0 }] },
  { memoryFolders: [{ ...folder, mode: '0' }] },
  { memoryFolders: [{ ...folder, sizeBytes: 0 }] },
  { sharedMemoryBytes: 1 },
  { ulimits: [{ name: 'a', soft: 1, hard: 1 }] },
  { ulimits: [{ name: 'a', soft: 1, hard: 2 }] },
  { sysctls: { a: '1' } },
  { sysctls: { a: '2' } },
]
const files: readonly ContainerSpec['files'][] = [
  [{ path: '/a', content: 'x', mode: 0o644 }],
  [{ path: '/b', content: 'x', mode: 0o644 }],
  [{ path: '/a', content: 'y', mode: 0o644 }],
  [{ path: '/a', content: 'x', mode: 0o600 }],
]

test('differs for each option and each file', () => {
  const hashes = [
    hashOf(spec),
    ...options.map((each) => hashOf({ ...spec, options: each })),
    ...files.map((each) => hashOf({ ...spec, files: each ?? [] })),
  ]
  expect(new Set(hashes).size).toBe(1 + options.length + files.length)
})
