/** Brings the proxy to a server and keeps exactly one of this version: image, container, answer, then the old one goes. */
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Engine, isStatus } from '../docker/index.ts'
import { loadImage } from '../docker/load-image.ts'
import type { Call } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { raceSignal, shownText } from '../ssh/index.ts'
import { CertificateStatus } from './certificate-status.ts'
import { imageArchive, imageTag } from './image-archive.ts'
import { listProxies, type ProxyContainer, startProxy } from './proxy-container.ts'
import type { ProxyProgram } from './proxy-program.ts'
import { callVerb } from './proxy-verbs.ts'

const loadDeadlineMs = 10 * 60_000
const readyDeadlineMs = 30_000
const pollMs = 100
const stopGraceSeconds = 30

export const Status = z.object({
  isRunning: z.boolean(),
  configurationVersion: z.number(),
  configurationHash: z.string().nullable(),
  environments: z.record(
    z.string(),
    z.object({ fence: z.number(), current: z.string().nullable(), releases: z.array(z.string()) }),
  ),
  certificates: z.record(z.string(), CertificateStatus).default({}),
})

export interface Place {
  readonly connection: object
  readonly engine: Engine
  readonly instance: string
  readonly program: ProxyProgram
}

interface Installed {
  /** Its id or name. */
  readonly container: string
  readonly wasStarted: boolean
}

/** By connection. Many deployments begin at once on a new server: one of them brings the image, the others wait for it. */
const installing = new WeakMap<object, Promise<void>>()

export async function installProxy(place: Place, call: Call): Promise<Installed> {
  const { connection, engine, instance, program } = place
  for (;;) {
    const other = installing.get(connection)
    if (other !== undefined) await raceSignal(other, call.signal)
    const proxies = await listProxies(engine, instance, call)
    if (installing.has(connection)) continue
    const current = proxies.find(({ version }) => version === program.version)
    if (current?.isRunning === true && proxies.length === 1) return { container: current.id, wasStarted: false }
    const { promise, resolve } = Promise.withResolvers<void>()
    installing.set(connection, promise)
    try {
      return await bring(place, proxies, call)
    } finally {
      installing.delete(connection)
      resolve()
    }
  }
}

async function bring(place: Place, proxies: readonly ProxyContainer[], call: Call): Promise<Installed> {
  const { engine, instance, program } = place
  await ensureImage(place, call)
  const container = await startProxy(engine, { instance, version: program.version }, call)
  await waitUntilReady(engine, container, call)
  await retire(
    engine,
    proxies.filter(({ version }) => version !== program.version),
    call,
  )
  return { container, wasStarted: true }
}

/** Its id. */
export async function ensureImage({ engine, program }: Place, call: Call): Promise<string> {
  const filters = { reference: [imageTag(program.version)] }
  const [known] = await engine.listImages({ ...call, filters })
  if (known !== undefined) return known.Id
  const said = await loadImage(engine, imageArchive(program), { ...call, deadlineMs: loadDeadlineMs })
  const [loaded] = said === null ? await engine.listImages({ ...call, filters }) : []
  if (loaded !== undefined) return loaded.Id
  const code = /no space left/i.test(said ?? '') ? 'disk_full' : 'proxy_failed'
  throw new RuntimeError(code, `The proxy's image could not be loaded: ${shownText(said ?? 'it is not listed', 300)}`)
}

async function waitUntilReady(engine: Engine, container: string, call: Call): Promise<void> {
  for (const deadline = Date.now() + readyDeadlineMs; ; await delay(pollMs, undefined, { signal: call.signal })) {
    const { State, RestartCount = 0 } = await engine.inspectContainer(container, call)
    if (State.Running && RestartCount === 0) {
      const status = await callVerb(engine, container, { ...call, words: ['status'], schema: Status }).catch(notYet)
      if (status?.isRunning === true) return
    }
    const hasEnded = RestartCount > 0 || State.Status === 'exited'
    if (hasEnded || Date.now() > deadline) throw await startFailure(engine, container, call)
  }
}

function notYet(error: unknown): null {
  // The container ended under the question: why is found out by looking at it.
  if (isStatus(error, 404, 409) || error instanceof RuntimeError) return null
  throw error
}

/** One that cannot start must not try for ever. */
async function startFailure(engine: Engine, container: string, call: Call): Promise<RuntimeError> {
  const logTail = await readTail(engine, container, call)
  await engine.removeContainer(container, { ...call, force: true }).catch(ignoreGone)
  const line = logTail.split('\n').find((each) => each.includes('address already in use'))
  const [, port] = /:(\d{2,5})\b/.exec(line?.slice(line.indexOf('listen')) ?? '') ?? []
  if (port === undefined) return new RuntimeError('proxy_failed', 'The proxy does not start.', { logTail })
  return new RuntimeError('port_conflict', `Another program on the server uses port ${port}, which the proxy needs.`, {
    logTail,
  })
}

async function readTail(engine: Engine, container: string, call: Call): Promise<string> {
  const parts: Buffer[] = []
  for await (const { part } of engine.readLogs(container, { ...call, tail: 20 })) parts.push(part.subarray(0, 8_192))
  return Buffer.concat(parts).toString().slice(-4_000)
}

/** Requests that it still serves are finished first. */
async function retire(engine: Engine, old: readonly ProxyContainer[], call: Call): Promise<void> {
  for (const { id, version } of old) {
    await engine.stopContainer(id, { ...call, graceSeconds: stopGraceSeconds }).catch(ignoreGone)
    await engine.removeContainer(id, { ...call, force: true }).catch(ignoreGone)
    if (version !== '') await engine.removeImage(imageTag(version), call).catch(ignoreGone)
  }
}

/** Also: somebody else removes it at this moment, or it is used elsewhere. */
export function ignoreGone(error: unknown): void {
  if (!isStatus(error, 304, 404, 409)) throw error
}
