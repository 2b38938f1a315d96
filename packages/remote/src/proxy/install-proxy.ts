/**
 * Installs the proxy on a server and keeps exactly one, of the release that the database requests: image, container,
 * health check, then the others are retired. A worker of another release uses the existing one, and starts its own only
 * if there is none.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { raceSignal } from '@longshore/process/race-signal'
import { z } from 'zod'
import { type Engine, isStatus } from '../docker/index.ts'
import { loadImage } from '../docker/load-image.ts'
import type { Call } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { sanitizeText } from '../ssh/index.ts'
import { CertificateStatus } from './certificate-status.ts'
import { chooseProxy, newestFirst } from './choose-proxy.ts'
import { imageArchive, imageTag } from './image-archive.ts'
import { listProxies, type ProxyContainer, startProxy } from './proxy-container.ts'
import { proxyGeneration, type ReadWantedProxy, type WantedProxy } from './proxy-generation.ts'
import type { ProxyProgram } from './proxy-program.ts'
import { callVerb } from './proxy-verbs.ts'
import { ignoreNotFound } from './remove-proxy.ts'

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
  readonly wanted: ReadWantedProxy
}

interface Installed {
  /** Id or name of the container. */
  readonly container: string
  readonly version: string
  readonly wasStarted: boolean
}

/**
 * Cached by connection. Many deployments can start at once on a new server: one of them transfers the image, and the
 * others wait for it.
 */
const installing = new WeakMap<object, Promise<void>>()

/** While two releases take turns, one can retire what the other has just started. */
const tries = 3

export async function installProxy(place: Place, call: Call): Promise<Installed> {
  const { connection, engine, instance, program } = place
  let wasStarted = false
  for (let tried = 0; ; ) {
    const other = installing.get(connection)
    if (other !== undefined) await raceSignal(other, call.signal)
    const proxies = await listProxies(engine, instance, call)
    // Read it after the list: a newer release claims the servers before it starts anything on them.
    const wanted = await place.wanted()
    if (installing.has(connection)) continue
    const current = chooseProxy(proxies, wanted.isOwn ? program.version : null)
    if (current !== undefined && (proxies.length === 1 || !wanted.isOwn))
      return { container: current.id, version: current.version, wasStarted }
    if (tried === tries) throw new RuntimeError('proxy_failed', 'The proxy is replaced again and again.')
    tried += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    installing.set(connection, promise)
    try {
      wasStarted = (await bring(place, { proxies, current, wanted }, call)) || wasStarted
    } finally {
      installing.delete(connection)
      resolve()
    }
  }
}

interface Found {
  readonly proxies: readonly ProxyContainer[]
  readonly current: ProxyContainer | undefined
  readonly wanted: WantedProxy
}

/** True if something was started. */
async function bring(place: Place, found: Found, call: Call): Promise<boolean> {
  const { current, wanted, proxies } = found
  const kept = current === undefined ? await start(place, found, call) : { container: current.id, ...current }
  if (!wanted.isOwn || !(await takeOver(place.engine, kept.container, { ...call, claim: wanted.claim })))
    return current === undefined
  await retire(
    place.engine,
    proxies.filter(({ version }) => version !== kept.version),
    call,
  )
  return current === undefined
}

/** A stopped proxy of a newer release is started again instead of being replaced by an older one. */
async function start(place: Place, { proxies, wanted }: Found, call: Call) {
  const { engine, instance, program } = place
  const [newest] = newestFirst(proxies)
  const isNewer = !wanted.isOwn && newest !== undefined && newest.generation > proxyGeneration
  const { version } = isNewer ? newest : program
  if (!isNewer) await ensureImage(place, call)
  const container = await startProxy(engine, { instance, version }, call)
  await waitUntilReady(engine, container, call)
  return { container, version }
}

/**
 * Runs under the lock of the proxy. False if a newer release has just claimed the server; it decides what is retired.
 */
async function takeOver(
  engine: Engine,
  container: string,
  { claim, ...call }: Call & { claim: number },
): Promise<boolean> {
  try {
    await callVerb(engine, container, { ...call, args: ['install', `--claim=${claim}`], schema: z.unknown() })
    return true
  } catch (error) {
    if (!(error instanceof RuntimeError) || error.code !== 'stale_fence') throw error
    return false
  }
}

/** Returns the id of the image. */
export async function ensureImage({ engine, program }: Place, call: Call): Promise<string> {
  const filters = { reference: [imageTag(program.version)] }
  const [known] = await engine.listImages({ ...call, filters })
  if (known !== undefined) return known.Id
  const message = await loadImage(engine, imageArchive(program), { ...call, deadlineMs: loadDeadlineMs })
  const [loaded] = message === null ? await engine.listImages({ ...call, filters }) : []
  if (loaded !== undefined) return loaded.Id
  const code = /no space left/i.test(message ?? '') ? 'disk_full' : 'proxy_failed'
  throw new RuntimeError(
    code,
    `The proxy's image could not be loaded: ${sanitizeText(message ?? 'it is not listed', 300)}`,
  )
}

async function waitUntilReady(engine: Engine, container: string, call: Call): Promise<void> {
  for (const deadline = Date.now() + readyDeadlineMs; ; await delay(pollMs, undefined, { signal: call.signal })) {
    const { State, RestartCount = 0 } = await engine.inspectContainer(container, call)
    if (State.Running && RestartCount === 0) {
      const status = await callVerb(engine, container, { ...call, args: ['status'], schema: Status }).catch(notYet)
      if (status?.isRunning === true) return
    }
    const hasEnded = RestartCount > 0 || State.Status === 'exited'
    if (hasEnded || Date.now() > deadline) throw await startFailure(engine, container, call)
  }
}

function notYet(error: unknown): null {
  // The container ended during the request: inspecting it shows why.
  if (isStatus(error, 404, 409) || error instanceof RuntimeError) return null
  throw error
}

/** Stop a container that can't start, so that it doesn't retry forever. */
async function startFailure(engine: Engine, container: string, call: Call): Promise<RuntimeError> {
  const logTail = await readTail(engine, container, call)
  await engine.removeContainer(container, { ...call, force: true }).catch(ignoreNotFound)
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

/** Waits for requests that the old proxies still serve. */
async function retire(engine: Engine, old: readonly ProxyContainer[], call: Call): Promise<void> {
  for (const { id, version } of old) {
    await engine.stopContainer(id, { ...call, graceSeconds: stopGraceSeconds }).catch(ignoreNotFound)
    await engine.removeContainer(id, { ...call, force: true }).catch(ignoreNotFound)
    if (version !== '') await engine.removeImage(imageTag(version), call).catch(ignoreNotFound)
  }
}
