/** The connection to a well-behaved server, cut in every way, and many calls over one connection. */
import { createEngine } from '@longshore/remote/docker'
import { RemoteError } from '@longshore/remote/ssh'
import { type Fault, FaultProxy } from '../../support/fault-proxy.ts'
import { reachTarget, type TestEnv, users } from './test-env.ts'

const foundWithinMs = 45_000
const parallelCalls = 100

export async function cutTheLine(testEnv: TestEnv): Promise<void> {
  await Promise.all([
    ...users.map((user) => reconnectAfterReset(testEnv, user)),
    ...users.map((user) => callAtOnce(testEnv, user)),
    workWithLatency(testEnv),
    ...(['blackhole', 'half-open'] as const).map((fault) => findSilence(testEnv, fault)),
  ])
}

async function reconnectAfterReset(testEnv: TestEnv, username: (typeof users)[number]): Promise<void> {
  await using proxy = await FaultProxy.start(testEnv.target.port)
  const target = reachTarget(testEnv, username, proxy.port)
  const rounds = testEnv.isQuick ? 3 : 10
  for (let round = 0; round < rounds; round += 1) {
    // A command is running when the connection is cut.
    const cut = testEnv.pool.use(
      target,
      async (connection) => {
        const asked = connection.run(['sleep', '30'], { deadlineMs: 40_000 })
        const engine = createEngine(connection)
        await engine.ping()
        setTimeout(() => proxy.reset(), 300)
        return await asked
      },
      { deadlineMs: 20_000 },
    )
    const code = await cut.then(
      () => 'nothing',
      (error: unknown) => (error instanceof RemoteError ? error.code : String(error)),
    )
    testEnv.report.expect(code === 'connection_lost', `a reset during a command is reported as ${code}`)
    const startedAt = performance.now()
    const pong = await testEnv.pool.use(target, (connection) => createEngine(connection).version(), {
      deadlineMs: 20_000,
    })
    testEnv.report.expect(pong.Version !== '', 'after a reset the engine has no version')
    testEnv.report.figure(`reconnect_ms_${username}`, Math.round(performance.now() - startedAt))
  }
  await testEnv.pool.drop(target.id)
}

async function findSilence(testEnv: TestEnv, fault: Fault): Promise<void> {
  await using proxy = await FaultProxy.start(testEnv.target.port)
  const target = reachTarget(testEnv, 'root', proxy.port)
  const lost = await testEnv.pool.use(
    target,
    async (connection) => {
      await connection.run(['true'], { deadlineMs: 10_000 })
      proxy.fault = fault
      const startedAt = performance.now()
      const running = connection.run(['true'], { deadlineMs: 120_000 }).then(
        () => 'nothing',
        (error: unknown) => (error instanceof RemoteError ? error.code : String(error)),
      )
      return { code: await running, ms: Math.round(performance.now() - startedAt) }
    },
    { deadlineMs: 20_000 },
  )
  testEnv.report.figure(`${fault}_ms`.replace('-', '_'), lost.ms)
  testEnv.report.expect(lost.code === 'connection_lost', `a ${fault} is reported as ${lost.code}`)
  testEnv.report.expectTime(
    lost.ms <= foundWithinMs,
    `a ${fault} was found after ${lost.ms} ms, wanted ${foundWithinMs}`,
  )
  proxy.fault = 'none'
  const again = await testEnv.pool.use(target, (each) => each.run(['echo', 'back'], { deadlineMs: 10_000 }), {
    deadlineMs: 20_000,
  })
  testEnv.report.expect(again.stdout === 'back\n', `no connection after a ${fault}`)
  await testEnv.pool.drop(target.id)
}

/** Half a second of latency each way, as over a satellite. */
async function workWithLatency(testEnv: TestEnv): Promise<void> {
  await using proxy = await FaultProxy.start(testEnv.target.port)
  proxy.latencyMs = 500
  const target = reachTarget(testEnv, 'deploy', proxy.port)
  const startedAt = performance.now()
  const [answer, info] = await testEnv.pool.use(
    target,
    (connection) =>
      Promise.all([
        connection.run(['cat'], { stdin: 'far away', deadlineMs: 20_000 }),
        createEngine(connection).info({ deadlineMs: 20_000 }),
      ]),
    { deadlineMs: 20_000 },
  )
  testEnv.report.figure('latency_ms', Math.round(performance.now() - startedAt))
  testEnv.report.expect(answer.stdout === 'far away' && info.NCPU > 0, 'half a second of latency breaks the connection')
  await testEnv.pool.drop(target.id)
}

async function callAtOnce(testEnv: TestEnv, username: (typeof users)[number]): Promise<void> {
  const target = reachTarget(testEnv, username)
  await testEnv.pool.use(
    target,
    async (connection) => {
      const engine = createEngine(connection)
      await engine.ping()
      const startedAt = performance.now()
      const calls = Array.from({ length: parallelCalls }, (_, index) =>
        index % 2 === 0 ? engine.version() : engine.listContainers({ all: true }),
      )
      const settled = await Promise.allSettled(calls)
      const answered = settled.filter((each) => each.status === 'fulfilled').length
      testEnv.report.figure(`parallel_ms_${username}`, Math.round(performance.now() - startedAt))
      testEnv.report.expect(answered === parallelCalls, `${answered} of ${parallelCalls} calls at once were answered`)
    },
    { deadlineMs: 20_000 },
  )
  await testEnv.pool.drop(target.id)
}
