/** Connections and commands start and end when they should, and leave nothing behind. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServerPool, type ServerConnection, type ServerTarget } from '@longshore/remote/ssh'
import { startTarget } from '../../fixtures/target.ts'
import { becomesTrue } from '../../support/eventually.ts'
import { descendantsOf } from '../../support/memory-watch.ts'
import { allow, counts, mustFail, reach, reachTarget, type TestEnv, users } from './test-env.ts'

export async function followLifetimes(testEnv: TestEnv): Promise<void> {
  await endCommands(testEnv)
  await endConnections(testEnv)
  await useJump(testEnv)
  await useIpv6(testEnv)
  await dieWithTheWorker(testEnv)
}

/** Aborted, timed out or too much output: the program on the server has ended when the error arrives. */
async function endCommands(testEnv: TestEnv): Promise<void> {
  for (const username of users) {
    const target = reachTarget(testEnv, username)
    for (const asRoot of [false, true]) {
      const marker = `77${Math.floor(Math.random() * 1e6)}`
      await mustFail(
        testEnv,
        `an abort as ${username}${asRoot ? ', with sudo' : ''}`,
        { codes: ['cancelled'], withinMs: 5_000 },
        () =>
          testEnv.pool.use(
            target,
            (connection) => {
              const controller = new AbortController()
              setTimeout(() => controller.abort(), 500)
              return connection.run(['sleep', marker], { deadlineMs: 60_000, asRoot, signal: controller.signal })
            },
            { deadlineMs: 10_000 },
          ),
      )
      const left = await testEnv.target.exec(['pgrep', '--full', `sleep ${marker}`])
      testEnv.report.expect(left.exitCode === 1, `a program of ${username} continues after its abort`)
    }
    await testEnv.pool.drop(target.id)
  }
}

async function endConnections(testEnv: TestEnv): Promise<void> {
  await using pool = createServerPool({ allow, idleMs: 500, maxConnections: 2 })
  const targets = [1, 2, 3].map(() => reachTarget(testEnv, 'root'))
  const connections = new Map<string, ServerConnection>()
  const touch = (target: ServerTarget) =>
    pool.use(
      target,
      async (connection) => {
        connections.set(target.id, connection)
        return await connection.run(['true'], { deadlineMs: 10_000 })
      },
      { deadlineMs: 10_000 },
    )
  for (const target of targets) await touch(target)
  const isClosed = (index: number) => connections.get(targets[index]?.id ?? '')?.closed.aborted
  testEnv.report.expect(isClosed(0) === true, 'with two places, the third does not replace the longest idle')
  const gone = await becomesTrue(() => [0, 1, 2].every((index) => isClosed(index) === true), { withinMs: 5_000 })
  testEnv.report.expect(gone, 'an idle connection stays open')
  // Concurrent callers share one login, and a caller that leaves doesn't end it for the others.
  const [first, second] = targets
  if (first === undefined || second === undefined) return
  const controller = new AbortController()
  const left = pool
    .use(first, async () => 'used', { deadlineMs: 10_000, signal: controller.signal })
    .catch(() => 'left')
  const stayed = Promise.all(Array.from({ length: 20 }, () => touch(first)))
  controller.abort()
  testEnv.report.expect((await left) === 'left', 'an abort does not end the wait for a login')
  testEnv.report.expect(
    (await stayed).every((each) => each.exitCode === 0),
    'a caller lost the login when another left',
  )
  const startedAt = performance.now()
  await pool.drop(first.id)
  const droppedMs = Math.round(performance.now() - startedAt)
  testEnv.report.figure('drop_ms', droppedMs)
  testEnv.report.expect(connections.get(first.id)?.closed.aborted === true, 'a dropped connection stays')
  testEnv.report.expectTime(droppedMs < 1_500, `a connection was dropped after ${droppedMs} ms`)
  await using own = await pool.open(second, { deadlineMs: 10_000 })
  await touch(second)
  await pool.drop(second.id)
  testEnv.report.expect(
    (await own.run(['true'], { deadlineMs: 5_000 })).exitCode === 0,
    'a login of its own ends with the pooled one',
  )
}

/** Connects through a jump server, each with its own pinned keys and login key. */
async function useJump(testEnv: TestEnv): Promise<void> {
  await using hidden = await startTarget({ kind: 'bare' })
  const hostKeys = await hidden.readHostKeys()
  const behind = { ...reach(22, { hostKeys, key: hidden.keys.deploy, username: 'deploy' }), host: hidden.address }
  const target = { ...behind, jump: reachTarget(testEnv, 'deploy') }
  const answer = await testEnv.pool.use(target, (each) => each.run(['hostname'], { deadlineMs: 9_000 }), {
    deadlineMs: 15_000,
  })
  const name = (await hidden.mustExec(['hostname'])).trim()
  testEnv.report.expect(answer.stdout.trim() === name, 'the server behind another one is not reached')
  const swapped = { ...target, id: 'swapped', hostKeys: testEnv.hostKeys }
  await mustFail(testEnv, 'another host key behind a jump', { codes: ['host_key_changed'], withinMs: 9_000 }, () =>
    testEnv.pool.use(swapped, async () => undefined, { deadlineMs: 9_000 }),
  )
  const unused = { ...target, id: 'nobody', port: 23 }
  await mustFail(testEnv, 'a closed port behind a jump', { codes: ['connection_refused'], withinMs: 9_000 }, () =>
    testEnv.pool.use(unused, async () => undefined, { deadlineMs: 9_000 }),
  )
  await testEnv.pool.drop(target.id)
}

async function useIpv6(testEnv: TestEnv): Promise<void> {
  await using server = await startTarget({ kind: 'bare', ipv6: true })
  const target = {
    ...reach(server.port, { hostKeys: await server.readHostKeys(), key: server.keys.root }),
    host: '::1',
  }
  const answer = await testEnv.pool.use(target, (each) => each.run(['echo', 'six'], { deadlineMs: 9_000 }), {
    deadlineMs: 15_000,
  })
  testEnv.report.expect(answer.stdout === 'six\n', 'no connection over IPv6')
  await testEnv.pool.drop(target.id)
}

/** After kill -9 of a process with open connections, its ssh programs and the logins on the server end, too. */
async function dieWithTheWorker(testEnv: TestEnv): Promise<void> {
  counts.cases += 1
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-to-kill.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ ...reachTarget(testEnv, 'root'), key: testEnv.target.keys.root.privateKey }))
  await once(child.stdout, 'data')
  const programs = descendantsOf(child.pid ?? 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const isAlive = (id: number) => {
    try {
      return process.kill(id, 0)
    } catch {
      return false
    }
  }
  const gone = await becomesTrue(() => !programs.some(isAlive), { withinMs: 5_000 })
  testEnv.report.expect(programs.length > 0 && gone, `of ${programs.length} programs some outlive their worker`)
}
