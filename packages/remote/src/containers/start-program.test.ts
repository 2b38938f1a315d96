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

test('its beginning is recorded after it is created and before it is started', async () => {
  const seen: unknown[] = []
  const state = await start(async () => {
    seen.push(engine.containers.get(spec.name)?.state, engine.starts.length)
  })
  expect(seen).toEqual(['created', 0])
  expect(state).toMatchObject({ name: spec.name, state: 'running' })
})

test('one whose beginning could not be recorded is not started, and the next try uses its container', async () => {
  await expect(start(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(engine.starts).toEqual([])
  const [made] = engine.containers.values()
  expect(await start()).toMatchObject({ id: made?.id, state: 'running' })
})

test.each(['running', 'exited'] as const)('one that is %s is adopted and not started again', async (state) => {
  const made = engine.create(spec.name)
  Object.assign(made, { state, exitCode: state === 'exited' ? 3 : 0 })
  expect(await adopt()).toMatchObject({ id: made.id, state, exitCode: state === 'exited' ? 3 : null })
  expect(engine.starts).toEqual([])
})

test('one that was begun and is gone is not started again', async () => {
  expect(await adopt()).toBeNull()
  expect(engine.containers.size).toBe(0)
})

test('a start that is still on its way is waited for, not repeated', async () => {
  const made = engine.create(spec.name)
  setTimeout(() => Object.assign(made, { state: 'running' }), 300)
  expect(await adopt()).toMatchObject({ state: 'running' })
  expect(engine.starts).toEqual([])
})

test('a start whose answer was lost leaves the program to who comes next', async () => {
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

test('a name that a dead worker’s request takes in between is looked up again', async () => {
  engine.takeNameOnce(spec.name)
  expect(await start()).toMatchObject({ state: 'running' })
  expect(engine.starts).toEqual([spec.name])
})
