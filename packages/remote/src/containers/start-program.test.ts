import { afterEach, beforeEach, expect, test } from 'vitest'
import { adoptProgram, startProgram } from './start-program.ts'
import { FakeEngine, programSpec as spec } from './testing/fake-engine.ts'

let engine: FakeEngine
beforeEach(async () => {
  engine = await FakeEngine.start()
})
afterEach(() => engine[Symbol.asyncDispose]())

const { signal } = new AbortController()

const start = (onCreated: () => Promise<void> = async () => undefined) =>
  startProgram(engine.host, spec, { signal, onCreated })
const adopt = () => adoptProgram(engine.host, spec.name, { signal })

test('records the start after the creation and before the start', async () => {
  const seen: unknown[] = []
  const state = await start(async () => {
    seen.push(engine.containers.get(spec.name)?.state, engine.starts.length)
  })
  expect(seen).toEqual(['created', 0])
  expect(state).toMatchObject({ name: spec.name, state: 'running' })
})

test('does not start a program whose start could not be recorded, and reuses its container', async () => {
  await expect(start(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(engine.starts).toEqual([])
  const [created] = engine.containers.values()
  expect(await start()).toMatchObject({ id: created?.id, state: 'running' })
})

test.each(['running', 'exited'] as const)('adopts a program that is %s and does not start it again', async (state) => {
  const created = engine.create(spec.name)
  Object.assign(created, { state, exitCode: state === 'exited' ? 3 : 0 })
  expect(await adopt()).toMatchObject({ id: created.id, state, exitCode: state === 'exited' ? 3 : null })
  expect(engine.starts).toEqual([])
})

test('does not start a removed program again after its start was recorded', async () => {
  expect(await adopt()).toBeNull()
  expect(engine.containers.size).toBe(0)
})

test('waits for a pending start instead of repeating it', async () => {
  const created = engine.create(spec.name)
  setTimeout(() => Object.assign(created, { state: 'running' }), 300)
  expect(await adopt()).toMatchObject({ state: 'running' })
  expect(engine.starts).toEqual([])
})

test('a start whose response was lost leaves the program to the next attempt', async () => {
  engine.instead = ({ path }) => {
    if (!path.endsWith('/start')) return undefined
    engine.instead = () => undefined
    Object.assign(engine.containers.get(spec.name) ?? {}, { state: 'running' })
    return 'cut'
  }
  await expect(start()).rejects.toMatchObject({ code: 'docker_unreachable' })
  expect(await adopt()).toMatchObject({ state: 'running' })
  expect(engine.starts).toEqual([])
})

test('a start that the Engine refuses leaves nothing behind', async () => {
  const message = 'exec: "migrate": executable file not found in $PATH'
  engine.instead = ({ path }) => (path.endsWith('/start') ? { status: 400, message } : undefined)
  await expect(start()).rejects.toMatchObject({ code: 'container_start_failed', message })
  expect(engine.containers.size).toBe(0)
})

test('checks a name again that the request of a dead worker has taken in the meantime', async () => {
  engine.takeNameOnce(spec.name)
  expect(await start()).toMatchObject({ state: 'running' })
  expect(engine.starts).toEqual([spec.name])
})
