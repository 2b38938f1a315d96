import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ContainerSpec } from '../runtime/container-spec.ts'
import { imageShell } from './image-shell.ts'
import { isTiniFirst, startsWithInit } from './own-init.ts'
import { FakeEngine, programSpec } from './testing/fake-engine.ts'

let engine: FakeEngine
let imageRequests: number
beforeEach(async () => {
  engine = await FakeEngine.start()
  imageRequests = 0
  engine.instead = ({ path }) => {
    if (path.startsWith('/images/')) imageRequests += 1
    return undefined
  }
})
afterEach(() => engine[Symbol.asyncDispose]())

const call = { signal: new AbortController().signal }
const spec: ContainerSpec = { ...programSpec, command: null }
const ask = (change: Partial<ContainerSpec> = {}, hasTini = true) =>
  isTiniFirst(engine.host.engine, { ...spec, ...change }, { hasTini: async () => hasTini, call })

test.each([
  [['/init']],
  [['/sbin/init']],
  [['tini', '--', 'app']],
  [['/usr/bin/tini', '-s']],
  [['/usr/local/bin/dumb-init', 'app']],
  [['/package/admin/s6-overlay-3.2.0.0/command/s6-svscan']],
  [['/package/admin/s6/command/s6-svscan']],
  [['catatonit']],
  [['/sbin/my_init']],
  [['/usr/bin/runsvdir', '/etc/service']],
  [['/lib/systemd/systemd']],
  [imageShell('/sbin/my_init')],
  [['/bin/bash', ...imageShell('  exec dumb-init app').slice(1)]],
])('%j starts with an init of its own', (args) => {
  expect(startsWithInit(args)).toBe(true)
})

test.each([
  [[]],
  [['node', '/init']],
  [['/app/init']],
  [['/init.sh']],
  [['docker-entrypoint.sh', 'tini']],
  [imageShell('echo tini')],
  [imageShell('')],
  [['/bin/sh', '/init']],
  [['/package/admin/s6x']],
])('%j does not', (args) => {
  expect(startsWithInit(args)).toBe(false)
})

test.each([
  ['its entrypoint is an init', { Entrypoint: ['/init'], Cmd: ['app'] }, {}, false],
  ['its entrypoint is an init, and its command is replaced', { Entrypoint: ['/init'] }, { command: ['app'] }, false],
  ['its command is an init', { Cmd: ['/sbin/init'] }, {}, false],
  ['its command is an init and is replaced', { Cmd: ['/sbin/init'] }, { command: ['app'] }, true],
  ['its command is an init for its entrypoint', { Entrypoint: ['/start'], Cmd: ['tini'] }, {}, true],
  ['it has neither', {}, {}, true],
])('the image: %s', async (_name, image, change, expected) => {
  engine.images.set(spec.image, image)
  expect(await ask(change)).toBe(expected)
  expect(imageRequests).toBe(1)
})

test.each([
  ['a command text', { command: 'app' }, true],
  ['a command text with an init', { command: 'exec tini app' }, false],
  ['another entrypoint', { options: { entrypoint: ['/start'] } }, true],
  ['an init as the entrypoint', { options: { entrypoint: ['tini', '--'] }, command: ['app'] }, false],
  ['init: true', { options: { init: true } }, true],
  ['init: false', { options: { init: false } }, false],
  ['a confined container', { confined: true }, false],
] satisfies [string, Partial<ContainerSpec>, boolean][])(
  '%s needs no image to decide',
  async (_name, change, expected) => {
    engine.images.set(spec.image, { Entrypoint: [expected ? '/init' : '/start'] })
    expect(await ask(change)).toBe(expected)
    expect(imageRequests).toBe(0)
  },
)

test('an Engine without tini starts containers without it, and the image does not matter', async () => {
  expect(await ask({}, false)).toBe(false)
  expect(imageRequests).toBe(0)
})

test('a missing image is left to the creation of the container', async () => {
  expect(await ask()).toBe(true)
})
