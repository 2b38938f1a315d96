/**
 * The proxy of one server: installed on first use and started again if it is missing, so that callers needn't check.
 * Every change is one verb of its program, which compares fences under a lock on the server.
 *
 * Decision: docs/decisions/0011-one-caddy-based-proxy-binary.md
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { translate } from '../docker/engine-failure.ts'
import { createEngine, isStatus } from '../docker/index.ts'
import { recentInfo } from '../docker/recent-info.ts'
import type { Call, DataRuntime, Probe, ProbeResult, ProxyRuntime } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import type { ServerConnection } from '../ssh/index.ts'
import { chooseProxy } from './choose-proxy.ts'
import { ensureImage, installProxy, type Place, Status } from './install-proxy.ts'
import { listProxies } from './proxy-container.ts'
import { onlyRelease, type ReadWantedProxy } from './proxy-generation.ts'
import type { ProxyPrograms } from './proxy-programs.ts'
import { callVerb, type Verb } from './proxy-verbs.ts'
import { removeProxy } from './remove-proxy.ts'

export interface ProxyRuntimeOptions {
  /** Value of the instance label on everything that we create on a server. */
  readonly instance: string
  readonly programs: ProxyPrograms
  /** Default: this is the only release. */
  readonly wantedProxy?: ReadWantedProxy
}

type Connection = Pick<ServerConnection, 'dockerSocket' | 'dockerConnections' | 'closed'>
type Probing = { probe(probe: Probe, call: Call): Promise<ProbeResult> }

const Anything = z.unknown()
const Loaded = z.object({
  hash: z.string(),
  dropped: z.array(z.object({ hostname: z.string().max(300), reason: z.string() })).max(20_000),
})
const Switched = z.object({ previous: z.string().nullable(), isChange: z.boolean() })
const Probed = z.union([
  z.object({
    ok: z.literal(true),
    status: z.number().nullish(),
    durationMs: z.number().default(0),
    headers: z.record(z.string(), z.string()).default({}),
    text: z.string().max(1_000).default(''),
  }),
  z.object({
    ok: z.literal(false),
    reason: z.enum(['refused', 'timeout', 'reset', 'unreachable', 'protocol']),
    detail: z.string(),
  }),
])

/**
 * The container that was seen a moment ago. If it was removed or stopped since, the verb fails and the container is
 * searched again.
 */
const recent = new WeakMap<object, { container: string; untilMs: number }>()
const recentMs = 5_000

function recentContainer(connection: object): string | undefined {
  const known = recent.get(connection)
  return known !== undefined && known.untilMs > performance.now() ? known.container : undefined
}

type Send = <Schema extends z.ZodType>(verb: Verb, schema: Schema, call: Call) => Promise<z.output<Schema>>

export function createProxyRuntime(
  connection: Connection,
  options: ProxyRuntimeOptions,
): ProxyRuntime & Probing & Pick<DataRuntime, 'ensureOwnImage'> {
  const engine = createEngine(connection)
  const { instance, programs, wantedProxy: wanted = onlyRelease } = options
  const place = async (call: Call): Promise<Place> => {
    const { version } = await recentInfo(connection, engine, call)
    return { connection, engine, instance, wanted, program: await programs.find(version.Arch) }
  }
  const ensure = async (call: Call) => {
    const installed = await installProxy(await place(call), call)
    recent.set(connection, { container: installed.container, untilMs: performance.now() + recentMs })
    return installed
  }
  const send: Send = (verb, schema, call) =>
    translate('proxy_failed', async () => {
      const container = recentContainer(connection) ?? (await ensure(call)).container
      try {
        return await callVerb(engine, container, { ...verb, ...call, schema })
      } catch (error) {
        // It stopped in the meantime, for example by a restart of Docker; the verb did not run.
        if (!isStatus(error, 404, 409)) throw error
        return await callVerb(engine, (await ensure(call)).container, { ...verb, ...call, schema })
      }
    })
  return {
    ensureProxy: (call) =>
      translate('proxy_failed', async () => {
        const { version, wasStarted } = await ensure(call)
        return { version, wasStarted }
      }),
    ensureOwnImage: (call) => translate('proxy_failed', async () => ensureImage(await place(call), call)),
    async removeProxy(call) {
      recent.delete(connection)
      await translate('proxy_failed', () => removeProxy(engine, instance, call))
    },
    readProxy: (call) => translate('proxy_failed', () => readProxy({ engine, instance }, call)),
    ...releaseVerbs(send),
    ...otherVerbs(send, wanted),
  }
}

function releaseVerbs(
  send: Send,
): Pick<ProxyRuntime, 'putRelease' | 'switchRelease' | 'removeRelease' | 'removeEnvironment'> {
  return {
    async putRelease({ services, ...release }, call) {
      await send({ args: ['put', ...argsOf(release)], stdin: JSON.stringify(services) }, Anything, call)
    },
    switchRelease({ expected, services, ...release }, call) {
      const args = ['switch', ...argsOf(release), ...expecting(expected)]
      const verb = services === undefined ? { args } : { args: [...args, '--put'], stdin: JSON.stringify(services) }
      return send(verb, Switched, call)
    },
    async removeRelease(release, call) {
      await send({ args: ['remove', ...argsOf(release)] }, Anything, call)
    },
    async removeEnvironment(environment, call) {
      await send({ args: ['remove', ...argsOf({ ...environment, release: null })] }, Anything, call)
    },
  }
}

function otherVerbs(send: Send, wanted: ReadWantedProxy): Pick<ProxyRuntime, 'loadConfiguration'> & Probing {
  return {
    async loadConfiguration({ json, version }, call) {
      const { isOwn, claim } = await wanted()
      if (!isOwn) throw new RuntimeError('stale_fence', 'A newer release loads the configuration of this proxy.')
      const args = ['load', `--version=${version}`, `--claim=${claim}`]
      const loaded = await send({ args, stdin: json }, Loaded, call)
      if (loaded.hash === createHash('sha256').update(json).digest('hex')) return loaded
      throw new RuntimeError('proxy_failed', 'The proxy has loaded something else than it was sent.')
    },
    async probe(probe, call) {
      const probed = await send({ args: ['probe'], stdin: JSON.stringify(probe) }, Probed, call)
      return probed.ok ? { ...probed, status: probed.status ?? null } : probed
    },
  }
}

/** Use an equals sign, so that no value can be read as a flag. */
function argsOf(release: { environment: string; release: string | null; fence: number }): string[] {
  const args = [`--environment=${release.environment}`, `--fence=${release.fence}`]
  return release.release === null ? args : [...args, `--release=${release.release}`]
}

function expecting(expected: string | null | undefined): string[] {
  return expected === undefined ? [] : ['--expecting', `--expected=${expected ?? ''}`]
}

type Where = Pick<Place, 'engine' | 'instance'>

async function readProxy({ engine, instance }: Where, call: Call) {
  const running = chooseProxy(await listProxies(engine, instance, call), null)
  const none = {
    isRunning: false,
    version: null,
    configurationVersion: 0,
    configurationHash: null,
    environments: {},
    certificates: {},
  }
  if (running === undefined) return none
  const status = await callVerb(engine, running.id, { ...call, args: ['status'], schema: Status })
  return { ...status, version: running.version }
}
