import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { failure } from '../ssh/index.ts'
import { createEngine } from './engine.ts'

/** A fake engine for this test; the suites use a real one. */
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const each of cleanUp.splice(0)) await each()
})

async function engineThat(listener: RequestListener, apiVersion = '1.47') {
  const folder = await mkdtemp(join(tmpdir(), 'ls-engine-'))
  const server = createServer((request, response) => {
    if (request.url === '/_ping') return response.setHeader('api-version', apiVersion).end('OK')
    return listener(request, response)
  })
  server.listen(join(folder, 'd'))
  await once(server, 'listening')
  const closed = new AbortController()
  cleanUp.push(async () => {
    closed.abort()
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  })
  return { engine: createEngine({ dockerSocket: async () => join(folder, 'd'), closed: closed.signal }), closed }
}

test('encodes names, and dots do not leave the path', async () => {
  const seen: (string | undefined)[] = []
  const { engine } = await engineThat((request, response) => {
    seen.push(request.url)
    response.end('[]')
  })
  await engine.removeImage('a/../../b?x=1#y')
  expect(seen).toEqual(['/v1.47/images/a%2F..%2F..%2Fb%3Fx%3D1%23y'])
  await expect(engine.inspectContainer('..')).rejects.toThrow(TypeError)
})

test('aborts a response that exceeds the limit', async () => {
  const { engine } = await engineThat((_request, response) => {
    const flood = setInterval(() => response.write(Buffer.alloc(65_536, 0x20)), 1)
    response.on('close', () => clearInterval(flood))
  })
  await expect(engine.info({ maxBytes: 1_000_000 })).rejects.toMatchObject({ code: 'output_too_large' })
})

test('silence ends at the deadline, an abort at once', async () => {
  const { engine } = await engineThat(() => undefined)
  await expect(engine.info({ deadlineMs: 100 })).rejects.toMatchObject({ code: 'docker_unreachable' })
  const controller = new AbortController()
  const asked = engine.info({ signal: controller.signal })
  setTimeout(() => controller.abort(), 20)
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
})

test('rejects a response of another shape and one that is not JSON', async () => {
  const { engine } = await engineThat((request, response) =>
    response.end(request.url?.endsWith('info') ? '{"a":' : '[1]'),
  )
  await expect(engine.info()).rejects.toMatchObject({ code: 'docker_unreachable' })
  await expect(engine.listContainers()).rejects.toMatchObject({ code: 'docker_unreachable' })
})

test('rejects a truncated response', async () => {
  const { engine } = await engineThat((_request, response) => {
    response.write('[')
    setTimeout(() => response.destroy(), 10)
  })
  await expect(engine.listContainers()).rejects.toMatchObject({ code: 'docker_unreachable' })
})

test('an error keeps its status, and its text loses escape sequences', async () => {
  const { engine } = await engineThat((_request, response) => {
    response.statusCode = 409
    response.end(JSON.stringify({ message: 'in use \u001b[31mby\u0007 x' }))
  })
  await expect(engine.removeVolume('x')).rejects.toMatchObject({ status: 409, message: 'in use by  x' })
})

test.each([
  ['1.41', '1.41'],
  ['1.99', '1.51'],
  ['2.1', '1.51'],
])('an engine with API %s is called with API %s', async (theirs, spoken) => {
  const { engine } = await engineThat(() => undefined, theirs)
  await expect(engine.http.version()).resolves.toBe(spoken)
})

test.each(['1.39', '', 'x'])('rejects an engine with API “%s”', async (theirs) => {
  const { engine } = await engineThat(() => undefined, theirs)
  await expect(engine.info()).rejects.toMatchObject({ code: 'docker_unreachable' })
})

test('closing the connection ends pending requests', async () => {
  const { engine, closed } = await engineThat(() => undefined)
  const asked = engine.info()
  setTimeout(() => closed.abort(failure('connection_lost')), 20)
  await expect(asked).rejects.toMatchObject({ code: 'connection_lost' })
})

test('leaves no listeners on a long-lived signal', async () => {
  const { engine, closed } = await engineThat((_request, response) => response.end('[]'))
  let listeners = 0
  const { signal } = new AbortController()
  for (const each of [signal, closed.signal]) {
    const add = each.addEventListener.bind(each)
    const remove = each.removeEventListener.bind(each)
    each.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1
      add(...args)
    }
    each.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1
      remove(...args)
    }
  }
  await Promise.all(Array.from({ length: 50 }, () => engine.listContainers({ signal })))
  expect(listeners).toBeLessThanOrEqual(0)
})
