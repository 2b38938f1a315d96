/** Reads everything that the checks need, in two rounds of parallel commands. Nothing on the server is changed. */
import { randomBytes } from 'node:crypto'
import type { ServerConnection } from '../ssh/connection.ts'
import { RemoteError } from '../ssh/remote-error.ts'
import { parseUnits } from './evaluate/services.ts'
import type { EngineReading, Evidence, Reading } from './evidence.ts'
import { type Probe, readProbe } from './gather/probe.ts'
import { type ProbeName, probeNames } from './gather/probe-names.ts'
import { buildProbes } from './gather/probes.ts'

/** sshd allows ten sessions per connection by default; leave some for other work. */
const maxParallel = 5
const probeDeadlineMs = 10_000
const maxOutputBytes = 512 << 10

export interface GatherOptions {
  engine: () => Promise<EngineReading>
  signal?: AbortSignal
}

type Runner = Pick<ServerConnection, 'run' | 'target'>

export async function gatherEvidence(connection: Runner, options: GatherOptions): Promise<Evidence> {
  const { username } = connection.target
  const marker = `end-${randomBytes(12).toString('hex')}`
  const engine = options.engine()
  // It is awaited at the end; until then, a rejection must not be unhandled.
  engine.catch(() => undefined)
  const { services: servicesProbe } = buildProbes({ username, connection: undefined, marker })
  const [seen, isRoot, services] = await Promise.all([
    readConnection(connection, options.signal),
    canBecomeRoot(connection, options.signal),
    runProbe(connection, servicesProbe, { marker, signal: options.signal }),
  ])
  const probes = buildProbes({ username, connection: seen, marker })
  const readings = new Map<ProbeName, Reading>([['services', services]])
  for (const name of namesOfIdle(services)) readings.set(name, notRunning)
  const queue = probeNames.filter((name) => !readings.has(name))
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const probe = probes[name]
      const refused = probe.asRoot && !isRoot
      readings.set(name, refused ? needsRoot : await runProbe(connection, probe, { marker, signal: options.signal }))
    }
  }
  await Promise.all(Array.from({ length: maxParallel }, work))
  return { takenAt: Date.now(), username, connection: seen, readings, engine: await engine }
}

/** Probes of programs that don't run: the result is known, and each probe would start the program. */
function namesOfIdle(services: Reading): ProbeName[] {
  if (services.state !== 'read' || !services.succeeded) return []
  const units = parseUnits(services.text)
  const isIdle = (unit: string) => units.get(unit)?.isActive === false
  return [
    ...(isIdle('fail2ban.service') ? (['fail2banStatus', 'fail2banBanTime', 'fail2banIgnored'] as const) : []),
    ...(isIdle('auditd.service') ? (['auditRules'] as const) : []),
  ]
}

const notRunning: Reading = { state: 'unread', reason: 'the service does not run' }
const needsRoot: Reading = {
  state: 'unread',
  reason: 'root is needed: the user may not use sudo without a password',
}

/** Any program can be missing, slow, or endless: that costs one reading and doesn't end the scan. */
async function runProbe(
  connection: Runner,
  probe: Probe,
  { marker, signal }: { marker: string; signal: AbortSignal | undefined },
): Promise<Reading> {
  try {
    return readProbe(await connection.run(probe.argv, runOptions(probe.asRoot, signal)), marker)
  } catch (error) {
    const isOfTheProgram = error instanceof RemoteError && ['command_timeout', 'output_too_large'].includes(error.code)
    if (!isOfTheProgram) throw error
    return { state: 'unread', reason: error.message }
  }
}

async function readConnection(connection: Runner, signal: AbortSignal | undefined): Promise<Evidence['connection']> {
  const { exitCode, stdout } = await connection.run(['printenv', 'SSH_CONNECTION'], runOptions(false, signal))
  const match = /^([0-9a-fA-F.:]{2,45})(?:%\S{1,20})? \d{1,5} ([0-9a-fA-F.:]{2,45})(?:%\S{1,20})? (\d{1,5})\n$/.exec(
    stdout,
  )
  const [, clientAddress, serverAddress, port] = match ?? []
  if (exitCode !== 0 || clientAddress === undefined || serverAddress === undefined) return undefined
  return { clientAddress, serverAddress, serverPort: Number(port) }
}

async function canBecomeRoot(connection: Runner, signal: AbortSignal | undefined): Promise<boolean> {
  const { exitCode, stdout } = await connection.run(['id', '-u'], runOptions(true, signal))
  return exitCode === 0 && stdout.trim() === '0'
}

function runOptions(asRoot: boolean, signal: AbortSignal | undefined) {
  return { asRoot, deadlineMs: probeDeadlineMs, maxOutputBytes, ...(signal === undefined ? {} : { signal }) }
}
