import { expect, test } from 'vitest'
import { instanceLabel } from '../docker/index.ts'
import { imageTag } from './image-archive.ts'
import { installProxy } from './install-proxy.ts'
import { proxyGeneration, type WantedProxy } from './proxy-generation.ts'
import { proxyName } from './proxy-name.ts'
import { removeProxy } from './remove-proxy.ts'
import { createMemoryEngine, type MemoryEngine } from './testing/memory-engine.ts'

const instance = 'this-instance'
const call = { signal: new AbortController().signal }
const own = {
  open: () => Promise.reject(new Error('not read')),
  sizeBytes: 0,
  architecture: 'amd64',
  version: 'own',
  layerDigest: '',
}

function serverWith(...proxies: { version: string; generation: number; isRunning?: boolean }[]): MemoryEngine {
  const memory = createMemoryEngine()
  memory.images.add(imageTag('own'))
  for (const { version, generation, isRunning = true } of proxies) {
    const labels = {
      [instanceLabel]: instance,
      'longshore.role': 'proxy',
      'longshore.proxy-version': version,
      'longshore.proxy-generation': String(generation),
    }
    memory.containers.set(proxyName(version), { id: proxyName(version), labels, isRunning })
    memory.images.add(imageTag(version))
  }
  return memory
}

function install(memory: MemoryEngine, wanted: WantedProxy | (() => Promise<WantedProxy>)) {
  const read = typeof wanted === 'function' ? wanted : async () => wanted
  const { engine } = memory
  return installProxy({ connection: {}, engine, instance, program: own, wanted: read }, call)
}

const older = { version: 'older', generation: proxyGeneration - 1 }
const newer = { version: 'newer', generation: proxyGeneration + 1 }
const running = ({ containers }: MemoryEngine) =>
  [...containers].flatMap(([name, { isRunning }]) => (isRunning ? [name] : []))

test('the release that manages the servers starts its proxy, claims the server, and only then retires the previous one', async () => {
  const memory = serverWith(older)
  await install(memory, { isOwn: true, claim: 5 })
  expect(memory.calls).toEqual([
    `start ${proxyName('own')}`,
    'install 5',
    `stop ${proxyName('older')}`,
    `remove ${proxyName('older')}`,
  ])
  expect(memory.images).toEqual(new Set([imageTag('own')]))
})

test('a worker of the previous release uses the newer proxy and leaves it alone', async () => {
  const memory = serverWith(newer)
  const { version, wasStarted } = await install(memory, { isOwn: false, claim: 5 })
  expect({ version, wasStarted, calls: memory.calls }).toEqual({ version: 'newer', wasStarted: false, calls: [] })
})

test('does so while both run, because the newer release retires the rest', async () => {
  const memory = serverWith({ version: 'own', generation: proxyGeneration }, newer)
  expect((await install(memory, { isOwn: false, claim: 5 })).version).toBe('newer')
  expect(memory.calls).toEqual([])
})

test('without a proxy, it starts the existing one, or its own, so that the ports respond', async () => {
  const stopped = serverWith({ ...newer, isRunning: false })
  await install(stopped, { isOwn: false, claim: 5 })
  expect(running(stopped)).toEqual([proxyName('newer')])
  const bare = serverWith()
  await install(bare, { isOwn: false, claim: 5 })
  expect(running(bare)).toEqual([proxyName('own')])
})

test('a worker that misses a newer release at first retires nothing', async () => {
  const memory = serverWith(older)
  memory.claim = 6
  const results = [{ isOwn: true, claim: 5 }]
  await install(memory, async () => results.shift() ?? { isOwn: false, claim: 6 })
  expect(memory.calls).toEqual([`start ${proxyName('own')}`])
  expect(running(memory)).toContain(proxyName('older'))
})

test('starts a proxy again that another release has just retired', async () => {
  const memory = serverWith(older)
  const { engine } = memory
  const stop = engine.stopContainer.bind(engine)
  engine.stopContainer = async (id, options) => {
    engine.stopContainer = stop
    await engine.removeContainer(proxyName('own'))
    await stop(id, options)
  }
  const { wasStarted } = await install(memory, { isOwn: true, claim: 5 })
  expect({ wasStarted, running: running(memory) }).toEqual({ wasStarted: true, running: [proxyName('own')] })
})

test('removing the proxy removes its images and the volume with its private keys, and nothing else', async () => {
  const memory = serverWith(older, newer)
  memory.images.add('nginx:1')
  memory.volumes.set('longshore-proxy', { [instanceLabel]: 'an-instance-before', 'longshore.role': 'proxy' })
  memory.volumes.set('data', { [instanceLabel]: instance })
  await removeProxy(memory.engine, instance, call)
  expect(memory.containers.size).toBe(0)
  expect([...memory.images]).toEqual(['nginx:1'])
  expect([...memory.volumes.keys()]).toEqual(['data'])
})
