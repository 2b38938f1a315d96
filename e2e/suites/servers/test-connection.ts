/** The connection test: every kind of failure made for real has its own code and remedy; it begins at once and can be left. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startTarget } from '../../fixtures/target.ts'
import { newAddress, signUp } from '../../support/client.ts'
import { type SeenTest, testConnection } from '../../support/connection-test.ts'
import { freePorts } from '../../support/free-ports.ts'
import { bodyFor, register, removeServer, type ServersContext } from '../../support/servers.ts'
import { median } from '../../support/statistics.ts'
import { failureKinds, type Machines } from './failure-kinds.ts'

const users = ['root', 'deploy'] as const
const stageOrder = [
  'dns',
  'tcp',
  'host_key',
  'auth',
  'privileges',
  'forwarding',
  'os',
  'docker',
  'disk',
  'memory',
  'ports',
  'clock',
]

export async function proveConnectionTest(context: ServersContext): Promise<void> {
  const { report } = context
  await using modern = await startTarget()
  await using old = await startTarget({ kind: 'docker20' })
  await using bare = await startTarget({ kind: 'bare' })
  const tests: SeenTest[] = []
  const hints = new Map<string, string>()
  for (const username of users) {
    tests.push(await proveGoodServer(context, { modern, old, bare }, username))
    for (const kind of failureKinds) {
      if (kind.users?.includes(username) === false) continue
      const { body, undo } = await kind.make({ modern, old, bare }, username)
      // Ten a minute for each person: everybody makes one.
      const seen = await testConnection(context.instance, await signUp(context.instance), body)
      await undo?.()
      tests.push(seen)
      const found = seen.stages.find((each) => each.code === kind.code)
      const codes = seen.stages.map((each) => each.code).filter((code) => code !== null)
      report.expect(
        found?.stage === kind.stage,
        `${kind.code} as ${username}: ${seen.status}, found ${codes.join(' ')} ${seen.status === 200 ? '' : seen.text}`,
      )
      report.expect((found?.hint?.length ?? 0) > 20, `${kind.code} as ${username}: no remedy is named`)
      report.expect(seen.hasEnded && seen.result !== null, `${kind.code} as ${username}: the stream has no end`)
      report.expect(
        seen.result?.ok === (found?.status === 'warning'),
        `${kind.code} as ${username}: ok is ${seen.result?.ok}`,
      )
      hints.set(kind.code, found?.hint ?? '')
    }
  }
  report.figure('failureKinds', hints.size)
  report.expect(new Set(hints.values()).size === hints.size, 'two kinds of failure have the same remedy')
  const firstMs = median(tests.map((each) => each.firstEventMs))
  report.figure('firstEventMs', Math.round(firstMs))
  report.expect(firstMs <= 300, `the first event takes ${firstMs} ms at the median`)
  await proveLeaving(context)
}

/** All stages in their order, both for a new server and for a registered one. */
async function proveGoodServer(
  context: ServersContext,
  { modern }: Machines,
  username: (typeof users)[number],
): Promise<SeenTest> {
  const { report, instance, person } = context
  const { name: _, ...body } = bodyFor(modern, username)
  const fresh = await testConnection(instance, await signUp(instance), body)
  const finished = fresh.stages.filter((each) => each.status !== 'running').map((each) => each.stage)
  report.expect(finished.join() === stageOrder.join(), `${username}: the stages are ${finished.join()}`)
  report.expect(fresh.result?.ok === true, `${username}: a good server is refused: ${fresh.text.slice(-500)}`)
  const truth = (await modern.readHostKeys()).map((key) => key.fingerprint)
  report.expect(
    truth.includes(fresh.result?.fingerprint ?? ''),
    `${username}: the fingerprint is ${fresh.result?.fingerprint}`,
  )
  report.expect(
    fresh.stages.every((each) => each.status === 'running' || each.status === 'skipped' || each.durationMs !== null),
    `${username}: a stage without its duration`,
  )
  const server = await register(context, bodyFor(modern, username))
  const known = await testConnection(instance, person, { serverId: server.id })
  report.expect(
    known.result?.ok === true && known.result.warnings.every((each) => each.code !== 'host_key_unknown'),
    `${username}: a registered server: ${known.text.slice(-500)}`,
  )
  await removeServer(context, server.id)
  return fresh
}

/** Leaving ends the test: the connection that it holds is closed, at once and not when its time is up. */
async function proveLeaving(context: ServersContext): Promise<void> {
  const [port = 0] = await freePorts(1)
  const sockets: Socket[] = []
  const listener = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.resume()
  })
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const leave = new AbortController()
  const { token } = await signUp(context.instance)
  const answer = await fetch(`${context.instance.url}/api/v1/servers/test-connection`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
    body: JSON.stringify({ host: '127.0.0.1', port, username: 'root' }),
    signal: leave.signal,
  })
  for (const deadline = Date.now() + 5_000; sockets.length === 0 && Date.now() < deadline; ) await delay(20)
  context.report.expect(
    answer.status === 200 && sockets.length > 0,
    'the test does not reach a server that says nothing',
  )
  const left = performance.now()
  leave.abort()
  for (const deadline = Date.now() + 5_000; sockets.some((socket) => !socket.closed) && Date.now() < deadline; )
    await delay(10)
  const tookMs = Math.round(performance.now() - left)
  context.report.figure('stoppedMs', tookMs)
  context.report.expect(
    sockets.every((socket) => socket.closed),
    'the test goes on after its client has left',
  )
  context.report.expect(tookMs < 2_000, `it takes ${tookMs} ms to stop the test`)
  for (const socket of sockets) socket.destroy()
  listener.close()
}
