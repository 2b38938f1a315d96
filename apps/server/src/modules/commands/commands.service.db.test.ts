/** Runs commands through the real handlers and rows: their stream outlives the worker, and leaving it ends them. */
import { Readable } from 'node:stream'
import type { ContainerSpec } from '@longshore/remote/runtime'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { newId } from '../../platform/ids/type-id.ts'
import type { CallOptions, LinkClient } from '../../platform/link/link-client.ts'
import { unavailable } from '../../platform/link/link-problems.ts'
import { createLog } from '../../platform/log/log.ts'
import { directLink } from '../../testing/direct-link.ts'
import { FakeServer } from '../../testing/fake-server.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment } from '../../testing/test-deployments.ts'
import { createCommandCalls } from './calls/run-command.call.ts'
import type { runCommand } from './calls/run-command.definition.ts'
import { listHeldCommands } from './commands.repository.ts'
import type { CommandEvent } from './commands.schemas.ts'
import { createCommandsService } from './commands.service.ts'

const { database } = await useTestDatabase()
const { actor, organizationId, environmentId } = await createTestEnvironment(database)
const log = createLog({ level: 'silent', process: 'test' })
let server = new FakeServer()
let worker = new AbortController()
let container = ''

beforeEach(() => {
  server = new FakeServer()
  worker = new AbortController()
  container = `c-${newId('cmd')}`
})

const calls = createCommandCalls({
  database,
  runtimes: { use: async (_organizationId, _serverId, does) => await does(server.runtime) },
  prepare: async () => ({
    serverId: newId('srv'),
    deploymentId: newId('dep'),
    spec: { name: container } as ContainerSpec,
    secrets: [],
  }),
})

/** Behaves like the real connection: when the worker stops, the stream breaks. */
const link = {
  call: directLink(calls).call,
  async *events(definition: typeof runCommand, args: z.output<typeof runCommand.args>, call: CallOptions) {
    const own = worker
    const begin = await calls
      .find((each) => each.name === definition.name)
      ?.prepare(await z.encodeAsync(definition.args, args))
    const signal = AbortSignal.any([own.signal, ...(call.signal === undefined ? [] : [call.signal])])
    const context = { organizationId, actorId: null, signal, body: Readable.from([]), log }
    const data = (await begin?.(context))?.data
    const away = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => away.reject(own.signal.aborted ? unavailable('gone', 1) : signal.reason))
    away.promise.catch(() => undefined)
    const iterator = data?.[Symbol.asyncIterator]()
    for (;;) {
      const next = await Promise.race([iterator?.next(), away.promise])
      if (next === undefined || next.done === true) return
      yield await definition.event.parseAsync(JSON.parse(Buffer.from(next.value).toString()))
    }
  },
} as unknown as Pick<LinkClient, 'call' | 'events'>

async function run(isStopping = () => false) {
  const left = new AbortController()
  const body = { service: 'web', command: ['count'], timeoutSeconds: 60 }
  const commands = createCommandsService({ database, link, isStopping })
  const events = await commands.run(actor, environmentId, { body, signal: left.signal })
  const seen: CommandEvent[] = []
  const ended = (async () => {
    for await (const event of events) seen.push(event)
  })()
  ended.catch(() => undefined)
  const text = () => seen.flatMap((each) => (each.event === 'output' ? [each.data.text] : [])).join('')
  return { seen, text, ended, leave: () => left.abort() }
}

const held = async () =>
  (await database.tenant(organizationId, (tx) => listHeldCommands(tx, organizationId, [environmentId]))).map(
    (each) => each.container,
  )
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index}`)
const textOf = (count: number) => `${lines(0, count).join('\n')}\n`
const eventually = { timeout: 15_000, interval: 10 }

it('continue in the same stream when the worker is replaced, started once, without a lost or repeated line', async () => {
  const command = await run()
  await expect.poll(() => server.starts, eventually).toBe(1)
  server.print(...lines(0, 5))
  await expect.poll(command.text, eventually).toBe(textOf(5))
  worker.abort()
  worker = new AbortController()
  server.print(...lines(5, 12))
  await expect.poll(command.text, eventually).toBe(textOf(12))
  server.print(...lines(12, 15))
  server.exit(3)
  await command.ended
  expect(command.text()).toBe(textOf(15))
  expect(command.seen.map((each) => each.event).filter((event) => event !== 'output')).toEqual(['started', 'exit'])
  expect(command.seen.at(-1)).toMatchObject({ event: 'exit', data: { exitCode: 3 } })
  expect(server).toMatchObject({ starts: 1, container: null })
  expect(await held()).not.toContain(container)
})

it('end once when the worker crashes after the exit code, and leave the container to the next sweep', async () => {
  const command = await run()
  await expect.poll(() => server.starts, eventually).toBe(1)
  const removal = Promise.withResolvers<void>()
  const { removeContainer } = server.runtime
  server.runtime.removeContainer = () => removal.promise
  server.exit(0)
  await expect.poll(() => command.seen.at(-1)?.event, eventually).toBe('exit')
  expect(await held()).toContain(container)
  worker.abort()
  worker = new AbortController()
  await command.ended
  expect(command.seen.filter(({ event }) => event === 'exit')).toHaveLength(1)
  expect(await held()).not.toContain(container)
  server.runtime.removeContainer = removeContainer
  removal.resolve()
})

it('end when their caller leaves', async () => {
  const command = await run()
  await expect.poll(() => server.starts, eventually).toBe(1)
  command.leave()
  await expect.poll(() => server.removals, eventually).toBe(1)
  await expect.poll(held, eventually).not.toContain(container)
})

it('keep running when the API stops, held until their limit', async () => {
  const command = await run(() => true)
  await expect.poll(() => server.starts, eventually).toBe(1)
  command.leave()
  await command.ended.catch(() => undefined)
  expect(server).toMatchObject({ removals: 0, container: { state: 'running' } })
  expect(await held()).toContain(container)
})

it('end as interrupted when their container vanished, and are not started again', async () => {
  const command = await run()
  await expect.poll(() => server.starts, eventually).toBe(1)
  worker.abort()
  server.container = null
  worker = new AbortController()
  await expect(command.ended).rejects.toMatchObject({ problem: { code: 'command_interrupted' } })
  expect(server.starts).toBe(1)
})
