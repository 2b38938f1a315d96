/**
 * A connection test, stage by stage; it reports the start and end of each one.
 * - A stage that later ones depend on (no address, no SSH, wrong host key, no login) ends the test; the rest is
 *   `skipped`. After the login, the stages are independent.
 * - Nothing is sent to a server whose host key isn't the expected one.
 * - Nothing is stored: the login is closed at the end, also when the caller leaves or the time is up.
 */
import { type HostKey, type LoginKey, RemoteError, type ServerConnection } from '../ssh/index.ts'
import { fine, found, type Outcome } from './findings.ts'
import { evaluateHostKeys, sortKeys, toFingerprints } from './host-keys.ts'
import { unsupportedFormat } from './key-form.ts'
import type { FoundFault, ProbeEvent, ProbeRequest, ProbeResult, ProbeTools } from './probe-request.ts'
import { reachPort } from './reach-port.ts'
import { resolveHost } from './resolve-host.ts'
import { runStage, type StageContext, skipStage } from './run-stage.ts'
import {
  checkClock,
  checkDisk,
  checkDocker,
  checkMemory,
  checkPorts,
  checkPrivileges,
  checkSystem,
  type Visit,
} from './server-checks.ts'
import { type StageEvent, type StageName, stageNames } from './stages.ts'

const deadlinesMs = { dns: 5_000, host_key: 10_000, auth: 15_000, forwarding: 8_000 }

export async function* probeServer(
  request: ProbeRequest,
  tools: ProbeTools,
  options: { signal: AbortSignal; deadlineMs: number },
): AsyncGenerator<ProbeEvent> {
  const overall = AbortSignal.timeout(options.deadlineMs)
  const { host, port, username } = request
  const context: StageContext = {
    caller: options.signal,
    overall,
    values: { host, port, username },
    nowMs: tools.nowMs ?? Date.now,
  }
  const seen: { keys: HostKey[] } = { keys: [] }
  const ended = new Map<StageName, StageEvent>()
  const signal = AbortSignal.any([options.signal, overall])
  for await (const stage of walk({ request, tools, context, signal, seen })) {
    if (stage.status !== 'running') ended.set(stage.stage, stage)
    yield { kind: 'stage', stage }
  }
  for (const stage of skipRest(ended)) yield { kind: 'stage', stage }
  yield { kind: 'result', result: summarize(ended, seen.keys) }
}

interface Walk {
  request: ProbeRequest
  tools: ProbeTools
  context: StageContext
  signal: AbortSignal
  /** The host keys that the server showed. */
  seen: { keys: HostKey[] }
}

async function* walk(journey: Walk): AsyncGenerator<StageEvent> {
  const { request, context, signal } = journey
  const { username } = request
  // The host that we connect to ourselves.
  const { host, port } = request.jump ?? request
  const addresses = yield* runStage('dns', context, () => lookUp(journey, { host, port }))
  if (addresses.value === undefined) return
  const reachable = { addresses: addresses.value, port, signal }
  const address = yield* runStage('tcp', context, () => reachPort(reachable))
  if (address.value === undefined) return
  const at = request.jump === undefined ? address.value : request.host
  const hostKeys = yield* runStage('host_key', context, () => compareHostKeys(journey, at))
  if (hostKeys.value === undefined) return
  const keys = hostKeys.value
  const key = await request.loadKey()
  if (key === null) {
    const { detail, hint } = found('key_missing')
    yield skipStage('auth', detail, hint)
    return
  }
  const login = yield* runStage('auth', context, () => logIn(journey, { address: at, keys, key }))
  if (login.value === undefined) return
  await using connection = login.value
  yield* inspect(journey, { connection, username, signal })
}

async function lookUp(
  { tools, signal }: Walk,
  place: { host: string; port: number },
): Promise<{ outcome: Outcome; value?: string[] }> {
  const late = new Promise<{ outcome: Outcome }>((resolve) => {
    const timer = setTimeout(() => resolve({ outcome: found('dns_unanswered', { host: place.host }) }), deadlinesMs.dns)
    timer.unref()
  })
  const resolved = await Promise.race([resolveHost(place, tools), late])
  signal.throwIfAborted()
  return resolved
}

async function compareHostKeys(
  { request, tools, signal, seen }: Walk,
  address: string,
): Promise<{ outcome: Outcome; value?: readonly HostKey[] }> {
  // Host keys can't be scanned through another server; the login compares them.
  if (request.jump !== undefined)
    return { outcome: fine('Compared during the login, through the jump server.'), value: request.pinnedKeys }
  const limits = { deadlineMs: deadlinesMs.host_key, signal }
  seen.keys = sortKeys(await tools.scanHostKeys(address, request.port, limits))
  return evaluateHostKeys(seen.keys, request)
}

async function logIn(
  { request, tools, context, signal }: Walk,
  { address, keys, key }: { address: string; keys: readonly HostKey[]; key: LoginKey },
): Promise<{ outcome: Outcome; value?: ServerConnection }> {
  const foreign = unsupportedFormat(key.privateKey)
  if (foreign !== undefined) return { outcome: found('key_unreadable', {}, foreign) }
  const line = await tools.readPublicKey(key)
  const { port, username, jump } = request
  const target = { id: 'test', host: address, port, username, hostKeys: keys, loadKey: async () => key }
  try {
    const limits = { deadlineMs: deadlinesMs.auth, signal }
    const value = await tools.open(jump === undefined ? target : { ...target, jump }, limits)
    await verifyShell(value, limits)
    return { outcome: fine(`${username} is logged in.`), value }
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code !== 'key_refused') throw error
    return { outcome: found('key_refused', { ...context.values, line }) }
  }
}

/** A login that can't run commands is useless. */
async function verifyShell(connection: ServerConnection, limits: { deadlineMs: number; signal: AbortSignal }) {
  try {
    await connection.run(['true'], limits)
  } catch (error) {
    await connection[Symbol.asyncDispose]()
    throw error
  }
}

/** Runs the stages after the login; only a lost connection ends them early. */
async function* inspect(
  { context, signal }: Walk,
  visit: Visit & { connection: ServerConnection },
): AsyncGenerator<StageEvent> {
  const isOver = ({ outcome }: { outcome: Outcome }) =>
    outcome.status !== 'ok' && ['connection_lost', 'test_timeout', 'os_unsupported'].includes(outcome.code)
  const privileges = yield* runStage('privileges', context, () => checkPrivileges(visit))
  if (isOver(privileges)) return
  const forwarding = async () => {
    const limits = { deadlineMs: deadlinesMs.forwarding, signal }
    const isAllowed = await visit.connection.forwardsSockets(limits)
    if (isAllowed === null) return found('not_checked')
    return isAllowed ? fine('Unix sockets are forwarded.') : found('forwarding_forbidden', context.values)
  }
  const rest: [StageName, () => Promise<Outcome>][] = [
    ['forwarding', forwarding],
    ['os', () => checkSystem(visit)],
    ['docker', () => checkDocker(visit)],
    ['disk', () => checkDisk(visit)],
    ['memory', () => checkMemory(visit)],
    ['ports', () => checkPorts(visit, privileges.value ?? 'none')],
    ['clock', () => checkClock(visit, context.nowMs)],
  ]
  for (const [name, check] of rest) {
    if (isOver(yield* runStage(name, context, async () => ({ outcome: await check() })))) return
  }
}

function* skipRest(ended: ReadonlyMap<StageName, StageEvent>): Generator<StageEvent> {
  const last = [...ended.values()].at(-1)
  const why = last?.status === 'skipped' ? 'Not tested without a login.' : `Not tested, because ${last?.stage} failed.`
  for (const name of stageNames) if (!ended.has(name)) yield skipStage(name, why, null)
}

function summarize(ended: ReadonlyMap<StageName, StageEvent>, keys: readonly HostKey[]): ProbeResult {
  const stages = [...ended.values()]
  const fingerprints = toFingerprints(keys)
  const failures = stages.filter(({ status }) => status === 'failed').map(toFault)
  return {
    ok: failures.length === 0,
    complete: stages.filter(({ status }) => status !== 'skipped').length === stageNames.length,
    fingerprint: fingerprints[0]?.fingerprint ?? null,
    fingerprints,
    failures,
    warnings: stages.filter(({ status }) => status === 'warning').map(toFault),
  }
}

function toFault({ stage, code, detail, hint }: StageEvent): FoundFault {
  return { stage, code: code ?? '', detail: detail ?? '', hint: hint ?? '' }
}
