import { afterEach, beforeEach, expect, test } from 'vitest'
import { startContainer } from './start-container.ts'
import { FakeEngine, programSpec } from './testing/fake-engine.ts'

let engine: FakeEngine
beforeEach(async () => {
  engine = await FakeEngine.start()
})
afterEach(() => engine[Symbol.asyncDispose]())

const { signal } = new AbortController()
const spec = { ...programSpec, restart: 'always' } as const

test('checks a name again that the request of a dead worker has taken in the meantime', async () => {
  engine.takeNameOnce(spec.name)
  expect(await startContainer(engine.host, spec, { signal })).toMatchObject({ state: 'running' })
})

test('a start that the Engine refuses leaves nothing behind', async () => {
  const message = 'exec: "serve": executable file not found in $PATH'
  engine.instead = ({ path }) => (path.endsWith('/start') ? { status: 400, message } : undefined)
  const started = startContainer(engine.host, spec, { signal })
  await expect(started).rejects.toMatchObject({ code: 'container_start_failed', message })
  expect(engine.containers.size).toBe(0)
})

test('a start without a response leaves its container to the next attempt', async () => {
  engine.instead = ({ path }) => (path.endsWith('/start') ? 'cut' : undefined)
  await expect(startContainer(engine.host, spec, { signal })).rejects.toMatchObject({ code: 'docker_unreachable' })
  engine.instead = () => undefined
  const [made] = engine.containers.values()
  expect(await startContainer(engine.host, spec, { signal })).toMatchObject({ id: made?.id, state: 'running' })
})
