/**
 * Docker engines that attack their client. Each listens here and replaces the socket on a real server without Docker,
 * so that everything in between is real.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createEngine, type Engine, EngineError } from '@longshore/remote/docker'
import type { RemoteErrorCode, ServerConnection } from '@longshore/remote/ssh'
import { startTarget, type Target } from '../../fixtures/target.ts'
import { pour } from './speakers.ts'
import { mustFail, mustStillServe, reach, type TestEnv } from './test-env.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void
const askMs = 3_000
const slackMs = 4_000
const socketPath = '/var/run/docker.sock'

interface Mischief {
  listen: Listener
  codes: readonly RemoteErrorCode[]
  ask?: (engine: Engine) => Promise<unknown>
}

const raw =
  (text: string | Buffer): Listener =>
  (request) =>
    void request.socket.end(text)
const json =
  (text: string): Listener =>
  (_request, response) =>
    void response.end(text)

const mischiefs: Record<string, Mischief> = {
  'an answer that never comes': { listen: () => undefined, codes: ['docker_unreachable'] },
  'chunks without end': {
    listen: (request, response) => {
      response.flushHeaders()
      pour(request.socket, Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`))
    },
    codes: ['output_too_large'],
  },
  'a gigabyte of JSON': {
    listen: (request, response) => {
      response.setHeader('content-length', 1 << 30)
      response.flushHeaders()
      pour(request.socket, Buffer.alloc(65_536, '[{"a":'))
    },
    codes: ['output_too_large'],
  },
  'headers without end': {
    listen: (request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      pour(request.socket, Buffer.from(`x: ${'y'.repeat(1_000)}\r\n`))
    },
    codes: ['docker_unreachable', 'output_too_large'],
  },
  'no HTTP': { listen: raw(Buffer.alloc(4_096, 0xff)), codes: ['docker_unreachable'] },
  'half an answer': {
    listen: raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a"'),
    codes: ['docker_unreachable'],
  },
  'broken JSON': { listen: json('{"Name":'), codes: ['docker_unreachable'] },
  'JSON of another shape': { listen: json('{"Name":{"toString":1},"NCPU":"x"}'), codes: ['docker_unreachable'] },
  'JSON that is a million deep': { listen: json('['.repeat(1_000_000)), codes: ['docker_unreachable'] },
  'a log that is no log': {
    listen: json('\u0009\u0001this is not a multiplexed stream'),
    codes: ['docker_unreachable'],
    ask: async (engine) => {
      for await (const _part of engine.readLogs('x', { deadlineMs: askMs }));
    },
  },
  'an exec without end': {
    listen: execThat((socket) =>
      pour(socket, Buffer.concat([Buffer.of(1, 0, 0, 0, 0, 1, 0, 0), Buffer.alloc(65_536)])),
    ),
    codes: ['output_too_large'],
    ask: (engine) => engine.exec('x', ['true'], { deadlineMs: askMs }),
  },
  'an exec that says nothing': {
    listen: execThat(() => undefined),
    codes: ['command_timeout'],
    ask: (engine) => engine.exec('x', ['true'], { deadlineMs: askMs }),
  },
}

export async function meetEngines(testEnv: TestEnv): Promise<void> {
  await using bare = await startTarget({ kind: 'bare' })
  const target = reach(bare.port, { hostKeys: await bare.readHostKeys(), key: bare.keys.root })
  const withEngine = <Result>(work: (engine: Engine, connection: ServerConnection) => Promise<Result>) =>
    testEnv.pool.use(target, (connection) => work(createEngine(connection), connection), { deadlineMs: 10_000 })
  await mustFail(testEnv, 'no Docker at all', { codes: ['docker_missing'], withinMs: 10_000 }, () =>
    withEngine((engine) => engine.info()),
  )
  for (const [name, { listen, codes, ask }] of Object.entries(mischiefs)) {
    await using _impostor = await impersonate(bare, pinging(listen))
    const asking = ask ?? ((engine: Engine) => engine.info({ deadlineMs: askMs, maxBytes: 1 << 20 }))
    await mustFail(testEnv, name, { codes, withinMs: askMs + slackMs }, () => withEngine(asking))
    await testEnv.pool.drop(target.id)
  }
  {
    await using _impostor = await impersonate(bare, () => undefined)
    await mustFail(
      testEnv,
      'a socket that takes everything and says nothing',
      { codes: ['docker_unreachable'], withinMs: 9_000 },
      () => withEngine((_engine, connection) => connection.dockerSocket({ deadlineMs: askMs })),
    )
    await testEnv.pool.drop(target.id)
  }
  await refuseWithEscapes(testEnv, bare, withEngine)
  await mustStillServe(testEnv, 'the engines')
}

async function refuseWithEscapes(
  testEnv: TestEnv,
  bare: Target,
  withEngine: <Result>(work: (engine: Engine) => Promise<Result>) => Promise<Result>,
): Promise<void> {
  const message = '\u001b]0;owned\u0007\u001b[2Jno\u202e'.repeat(1_000)
  await using _impostor = await impersonate(
    bare,
    pinging((_request, response) => void response.writeHead(409).end(JSON.stringify({ message }))),
  )
  const error = await withEngine((engine) => engine.removeVolume('x')).catch((caught: unknown) => caught)
  const isSafe = error instanceof EngineError && error.message.length <= 1_000 && !/[\p{Cc}\p{Cf}]/u.test(error.message)
  testEnv.report.expect(isSafe, 'the text of a refusal holds control characters, or is long')
}

/** Responds to the first request as Docker does, so that more requests follow. */
function pinging(listener: Listener): Listener {
  return (request, response) =>
    request.url === '/_ping' ? void response.setHeader('api-version', '1.47').end('OK') : listener(request, response)
}

function execThat(speak: (socket: IncomingMessage['socket']) => void): Listener {
  return (request, response) => {
    if (request.url?.endsWith('/start') !== true) return void response.writeHead(201).end('{"Id":"e"}')
    request.socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n')
    speak(request.socket)
  }
}

/** Forwards the server's Docker socket to this listener. */
async function impersonate(target: Target, listener: Listener): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-engine-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const server = createServer({ keepAliveTimeout: 0 }, listener)
  // An exec upgrades the connection, and Node hands over the bare socket.
  server.on('upgrade', (request) => listener(request, new ServerResponse(request)))
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(join(folder, 'd'))
  await once(server, 'listening')
  stack.defer(async () => {
    server.closeAllConnections()
    server.close()
  })
  await writeFile(join(folder, 'key'), target.keys.root.privateKey, { mode: 0o600 })
  await target.exec(['rm', '-f', socketPath])
  const trust = ['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'LogLevel=ERROR']
  const args = ['-F', 'none', ...trust, '-i', join(folder, 'key'), '-p', String(target.port), '-N', '-R']
  const tunnel = spawn('ssh', [...args, `${socketPath}:${join(folder, 'd')}`, 'root@127.0.0.1'], { stdio: 'ignore' })
  stack.defer(() => end(tunnel))
  for (
    const deadline = Date.now() + 10_000;
    (await target.exec(['test', '-S', socketPath])).exitCode !== 0;
    await delay(50)
  )
    if (Date.now() > deadline) throw new Error('the socket of the impostor does not appear')
  const moved = stack.move()
  return { [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
