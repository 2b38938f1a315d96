import { expect, test } from 'vitest'
import type { ContainerSpec } from '../runtime/container-spec.ts'
import { containerBody } from './container-body.ts'
import { imageShell } from './image-shell.ts'
import { programSpec as spec } from './testing/fake-engine.ts'

const placement = { instance: 'one', address: null, hasInit: true, group: { slice: null, memoryBytes: null } }
const bodyOf = (change: Partial<ContainerSpec>) => containerBody({ ...spec, ...change }, placement)

test('maps every option to its key of the Engine', () => {
  const body = bodyOf({
    options: {
      entrypoint: ['/start', '--now'],
      user: '1000:1000',
      workingDirectory: '/srv',
      stopSignal: 'SIGINT',
      readOnly: true,
      sharedMemoryBytes: 4_096,
      ulimits: [{ name: 'nofile', soft: 1, hard: 2 }],
      sysctls: { 'net.core.somaxconn': '1024' },
    },
  })
  expect(body).toMatchObject({
    Entrypoint: ['/start', '--now'],
    Cmd: ['migrate'],
    User: '1000:1000',
    WorkingDir: '/srv',
    StopSignal: 'SIGINT',
    HostConfig: {
      ReadonlyRootfs: true,
      ShmSize: 4_096,
      Ulimits: [{ Name: 'nofile', Soft: 1, Hard: 2 }],
      Sysctls: { 'net.core.somaxconn': '1024' },
    },
  })
})

test('writes only the values of a memory folder that are set', () => {
  const none = { sizeBytes: null, mode: null, uid: null, gid: null }
  const memoryFolders = [
    { path: '/run', ...none },
    { path: '/tmp', ...none, sizeBytes: 8_192, gid: 0 },
    { path: '/all', sizeBytes: 1, mode: '0700', uid: 1, gid: 2 },
  ]
  expect(bodyOf({ options: { memoryFolders } }).HostConfig).toMatchObject({
    Tmpfs: { '/run': '', '/tmp': 'size=8192,gid=0', '/all': 'size=1,mode=0700,uid=1,gid=2' },
  })
})

test('options without an effect leave no key in the body', () => {
  const options = { readOnly: false, memoryFolders: [], ulimits: [], sysctls: {} }
  const { Labels: _, ...plain } = bodyOf({})
  expect(bodyOf({ options })).toMatchObject(plain)
  expect(Object.keys(bodyOf({ options }).HostConfig)).toEqual(Object.keys(plain.HostConfig))
  expect(Object.keys(bodyOf({ options }))).toEqual(Object.keys(bodyOf({})))
})

test('an entrypoint without a command leaves the command out, so that Docker uses none', () => {
  const body = bodyOf({ command: null, options: { entrypoint: ['/start'] } })
  expect(body).toMatchObject({ Entrypoint: ['/start'] })
  expect(body).not.toHaveProperty('Cmd')
})

test('a command text runs in the shell and not in the entrypoint', () => {
  const [program, option, text] = imageShell('a && b')
  const body = bodyOf({ command: text, options: { entrypoint: ['/start'] } })
  expect(body).toMatchObject({ Entrypoint: [program, option], Cmd: [text] })
})

test('the options of a confined container never replace its limits', () => {
  const options = { user: '0:0', init: true, ulimits: [{ name: 'nproc', soft: 9, hard: 9 }] }
  const body = bodyOf({ confined: true, options })
  expect(body).toMatchObject({ User: expect.stringMatching(/^(\d{6,}):\1$/) })
  expect(body.HostConfig).toMatchObject({ Init: false, Ulimits: [{ Name: 'nproc', Soft: 1, Hard: 1 }] })
})
