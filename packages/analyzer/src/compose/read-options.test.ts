import { expect, test } from 'vitest'
import { Repository } from '../repository.ts'
import { treeOf } from '../tree.ts'
import { readCompose } from './read-compose.ts'

async function read(yaml: string) {
  const text = `services:\n  app:\n    image: nginx\n    ${yaml}\n`
  const reading = await readCompose(new Repository(treeOf({ 'compose.yaml': text })), '.')
  const [service] = reading?.services ?? []
  const notes = reading?.warnings.map(({ code, line }) => `${code} ${line}`) ?? []
  return { container: service?.container, notes }
}

const folder = { sizeBytes: null, mode: null, uid: null, gid: null }

test.each([
  ['user: node', { user: 'node' }],
  ['user: 1000', { user: '1000' }],
  ['user: "${UID:-1000}:${GID:-100}"', { user: '1000:100' }],
  ['working_dir: /srv//app/', { workingDirectory: '/srv/app' }],
  ['working_dir: /', { workingDirectory: '/' }],
  ['init: true', { init: true }],
  ['init: false', { init: false }],
  ['stop_signal: SIGINT', { stopSignal: 'SIGINT' }],
  ['stop_signal: quit', { stopSignal: 'SIGQUIT' }],
  ['stop_signal: SIGRTMIN+3', { stopSignal: 'SIGRTMIN+3' }],
  ['stop_signal: 2', { stopSignal: '2' }],
  ['read_only: true', { readOnly: true }],
  ['tmpfs: /run', { memoryFolders: [{ ...folder, path: '/run' }] }],
  [
    'tmpfs: [/tmp, "/run:rw,noexec,size=64m,mode=1777,uid=1000,gid=100"]',
    {
      memoryFolders: [
        { ...folder, path: '/tmp' },
        { path: '/run', sizeBytes: 67_108_864, mode: '1777', uid: 1000, gid: 100 },
      ],
    },
  ],
  [
    'volumes: [{ type: tmpfs, target: /cache, tmpfs: { size: 1g, mode: 0700 } }]',
    { memoryFolders: [{ ...folder, path: '/cache', sizeBytes: 1_073_741_824, mode: '0700' }] },
  ],
  // Compose takes a number without a leading zero as decimal.
  [
    'volumes: [{ type: tmpfs, target: /cache, tmpfs: { size: 4096, mode: 1023 } }]',
    { memoryFolders: [{ ...folder, path: '/cache', sizeBytes: 4_096, mode: '1777' }] },
  ],
  ['shm_size: 256mb', { sharedMemoryBytes: 268_435_456 }],
  ['shm_size: 65536', { sharedMemoryBytes: 65_536 }],
  ['ulimits: { nofile: 65535 }', { ulimits: [{ name: 'nofile', soft: 65_535, hard: 65_535 }] }],
  [
    'ulimits: { nproc: { soft: 10, hard: 20 }, memlock: { soft: -1, hard: -1 } }',
    {
      ulimits: [
        { name: 'nproc', soft: 10, hard: 20 },
        { name: 'memlock', soft: -1, hard: -1 },
      ],
    },
  ],
  ['sysctls: { net.core.somaxconn: 1024 }', { sysctls: { 'net.core.somaxconn': '1024' } }],
  [
    'sysctls: ["net.ipv4.ip_local_port_range=1024 65000"]',
    { sysctls: { 'net.ipv4.ip_local_port_range': '1024 65000' } },
  ],
])('keeps %s as it is', async (yaml, expected) => {
  const { container, notes } = await read(yaml)
  expect(container).toMatchObject(expected)
  expect(notes).toEqual([])
})

test('nothing is stated by an image alone, by empty values, and by defaults', async () => {
  for (const yaml of ['user: ""', 'tmpfs: []', 'read_only: false', 'ulimits: {}', 'shm_size: 0', 'init:'])
    expect(await read(yaml)).toEqual({ container: undefined, notes: [] })
})

const invalid = 'compose_value_invalid 4'

test.each([
  ['user: "a b"', invalid],
  ['user: "${UID}:${GID}"', invalid],
  ['user: [a]', invalid],
  ['working_dir: relative', invalid],
  ['working_dir: /a/../b', invalid],
  ['init: maybe', invalid],
  ['stop_signal: 9x', invalid],
  ['tmpfs: "/proc/x"', invalid],
  ['tmpfs: "/x:size=1k"', invalid],
  ['tmpfs: ["/x", "/x/"]', invalid],
  ['tmpfs: "/x:exec"', 'compose_key_ignored 4'],
  ['tmpfs: "/x:mode=99"', 'compose_key_ignored 4'],
  ['volumes: [{ type: tmpfs, target: relative }]', invalid],
  ['shm_size: 2k', invalid],
  ['shm_size: lots', invalid],
  ['ulimits: { nofile: 2000000 }', invalid],
  ['ulimits: { nofile: -1 }', invalid],
  ['ulimits: { nproc: { soft: 20, hard: 10 } }', invalid],
  ['ulimits: { core: { soft: 1 } }', invalid],
  ['ulimits: { cpu: x }', invalid],
  ['ulimits: { nice: 1 }', 'compose_key_refused 4'],
  ['sysctls: { net.core.somaxconn: many }', invalid],
  ['sysctls: { kernel.core_pattern: "|/x" }', 'compose_key_refused 4'],
  ['sysctls: ["vm.max_map_count=262144"]', 'compose_key_refused 4'],
])('leaves out %s, and says so', async (yaml, expected) => {
  const { container, notes } = await read(yaml)
  expect(notes).toEqual([expected])
  const kept = JSON.stringify(container ?? {})
  expect(kept).not.toMatch(/99|2000000|kernel|vm\.|relative|nice|lots|many/)
})

test('limits the number of memory folders', async () => {
  const paths = Array.from({ length: 25 }, (_, index) => `/f${index}`)
  const { container, notes } = await read(`tmpfs: [${paths.join(', ')}]`)
  expect(container?.memoryFolders).toHaveLength(20)
  expect(notes).toHaveLength(5)
})

test('a generated image keeps its own user and directory', async () => {
  const text = 'services:\n  app:\n    build: .\n    user: root\n    working_dir: /x\n    init: true\n'
  const reading = await readCompose(new Repository(treeOf({ 'compose.yaml': text, 'package.json': '{}' })), '.')
  expect(reading?.services[0]?.container).toMatchObject({ user: null, workingDirectory: null, init: true })
  expect(reading?.warnings).toMatchObject([{ code: 'compose_key_ignored' }])
})
