/** Checks one container until it is healthy, can't become healthy, or runs out of time. */
import { type ContainerState, imageShell, type Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { AppService } from '../containers/app-container.remote.ts'
import { readContainerLogTail } from '../containers/container-log-tail.remote.ts'
import type { StartedContainer } from '../release.schemas.ts'
import type { DeployLogWriter, WorkloadClock } from '../workloads.context.ts'
import {
  describeListening,
  type HealthProbe,
  type HealthTiming,
  healthProbeOf,
  healthTimingOf,
  isGoodStatus,
  lacksPort,
} from './health-check.policy.ts'

/** Docker restarts after 0.1, 0.2, 0.4, … seconds. After this many restarts, the program doesn't start. */
const maxRestarts = 5
/** A crashing program should end again within this time; otherwise its exit code stays unknown. */
const exitCodeWithinMs = 10_000
/** Without a probe, the container has to run this long. */
const staysUpMs = 3_000
/** The first checks are frequent, because most programs respond within a second. */
const firstPauseMs = 100
/** Maximum time that one probe waits on the server for a listener, so a program that ends is noticed in between. */
const listensWithinMs = 1_000

export interface HealthCheckTarget {
  readonly container: StartedContainer
  readonly service: AppService
  readonly hostname: string
  readonly log: Pick<DeployLogWriter, 'redact'>
  readonly signal: AbortSignal
}

type Clock = WorkloadClock
/** Null when healthy. Otherwise what was seen, and the response if it says why. */
type Verdict = { readonly seen: string; readonly response?: string } | null

export async function waitUntilHealthy(clock: Clock, runtime: Runtime, exam: HealthCheckTarget): Promise<void> {
  const { service, signal } = exam
  const question = healthProbeOf(service)
  const patience = healthTimingOf(service)
  const started = clock.now()
  let pauseMs = firstPauseMs
  let wasOutOfMemory = false
  // The exit code is visible only between two starts, and a check can miss the last of these moments.
  let exitCode: number | null = null
  for (;;) {
    const state = await runtime.inspectContainer(exam.container.name, { signal })
    wasOutOfMemory ||= state?.oomKilled === true
    exitCode = state?.exitCode ?? exitCode
    if (state === null || hasGivenUp(state)) {
      if (state !== null) exitCode ??= await waitForExitCode(clock, runtime, exam)
      throw await crashed(runtime, exam, { state, exitCode, wasOutOfMemory })
    }
    const verdict =
      state.state === 'running'
        ? await ask(clock, runtime, { exam, question, patience, state })
        : { seen: "It's restarting." }
    if (verdict === null) return await requireReachable(runtime, exam)
    if (clock.now() - started >= patience.budgetMs) {
      if (state.restartCount > 0) throw await crashed(runtime, exam, { state, exitCode, wasOutOfMemory })
      throw await unhealthy(runtime, exam, { verdict, question, forMs: clock.now() - started })
    }
    await clock.wait(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, patience.intervalMs)
  }
}

/**
 * Docker shows an exit code only between two starts, and checks on a busy worker can miss all of these moments. After
 * this many restarts, Docker waits for seconds, so the next one is easy to see.
 */
async function waitForExitCode(
  clock: Clock,
  runtime: Runtime,
  { container, signal }: HealthCheckTarget,
): Promise<number | null> {
  for (
    const deadline = clock.now() + exitCodeWithinMs;
    clock.now() < deadline;
    await clock.wait(firstPauseMs, signal)
  ) {
    const state = await runtime.inspectContainer(container.name, { signal })
    if (state === null || state.exitCode !== null) return state?.exitCode ?? null
  }
  return null
}

/** Without a port, the proxy sends no requests to it, and its URL would return an error. */
async function requireReachable(runtime: Runtime, { container, service, signal }: HealthCheckTarget): Promise<void> {
  if (!lacksPort(service)) return
  const listening = await runtime.listListening(container.name, { signal })
  const text = `${service.name} is running, but has no port, so it can't receive requests. ${describeListening(listening, null)}`
  const hint = "Set its port, or EXPOSE it in the Dockerfile. If it doesn't receive requests, make it a worker."
  throw new PermanentError('health_check_failed', text, { hint, details: { program: service.name, listening } })
}

function hasGivenUp({ state, restartCount }: ContainerState): boolean {
  return state === 'exited' || state === 'dead' || restartCount >= maxRestarts
}

async function ask(
  clock: Clock,
  runtime: Runtime,
  options: { exam: HealthCheckTarget; question: HealthProbe; patience: HealthTiming; state: ContainerState },
): Promise<Verdict> {
  const { exam, question, patience, state } = options
  const { container, hostname, signal } = exam
  const { timeoutMs } = patience
  if (question.type === 'running') return stays(clock, state)
  if (question.type === 'command') return await runCheck(runtime, exam, { argv: argvOf(question.command), timeoutMs })
  const { address } = container
  const { port } = question
  const forMs = Math.min(listensWithinMs, patience.budgetMs)
  if (question.type === 'tcp') {
    const result = await runtime.probe({ type: 'tcp', address, port, timeoutMs, forMs }, { signal })
    return result.ok ? null : { seen: `Port ${port}: ${result.detail}.` }
  }
  const { path } = question
  const headers = { 'X-Forwarded-Proto': 'https' }
  const probe = { type: 'http', address, port, path, hostname, headers, timeoutMs, forMs } as const
  const result = await runtime.probe(probe, { signal })
  if (!result.ok) return { seen: `${path} on port ${port}: ${result.detail}.` }
  const status = result.status ?? 0
  if (isGoodStatus(status, question)) return null
  return { seen: `It responded with ${status} on ${path}.`, response: result.text ?? '' }
}

function stays(clock: Clock, { health = null, startedAt, restartCount }: ContainerState): Verdict {
  if (health !== null) return health === 'healthy' ? null : { seen: `Its image's health check reports ${health}.` }
  const forMs = startedAt === null ? 0 : clock.now() - startedAt.getTime()
  return forMs >= staysUpMs
    ? null
    : { seen: `It has been up for ${Math.max(0, Math.round(forMs / 100) / 10)} s, after ${restartCount} restarts.` }
}

async function runCheck(
  runtime: Runtime,
  { container, log, signal }: HealthCheckTarget,
  { argv, timeoutMs }: { argv: readonly [string, ...string[]]; timeoutMs: number },
): Promise<Verdict> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const { exitCode, output } = await runtime.execIn(container.name, argv, { signal: inTime })
    return exitCode === 0
      ? null
      : {
          seen: `The health check command exited with code ${exitCode}: ${log.redact(output.trim()).slice(-300)}`,
        }
  } catch (error) {
    signal.throwIfAborted()
    if (inTime.aborted) return { seen: `The health check command took longer than ${timeoutMs / 1_000} s.` }
    throw error
  }
}

/** A list of arguments runs without a shell. */
function argvOf(command: string | readonly string[]): readonly [string, ...string[]] {
  if (typeof command === 'string') return imageShell(command)
  const [first, ...rest] = command
  if (first === undefined) throw new TypeError('a command has at least one word')
  return [first, ...rest]
}

async function crashed(
  runtime: Runtime,
  { container, service, log, signal }: HealthCheckTarget,
  {
    state,
    exitCode,
    wasOutOfMemory,
  }: { state: ContainerState | null; exitCode: number | null; wasOutOfMemory: boolean },
): Promise<PermanentError> {
  if (state === null)
    return new PermanentError('health_check_failed', `The container of ${service.name} was removed outside Longshore.`)
  const output = await readContainerLogTail(runtime, { name: container.name, exitCode }, { log, signal })
  const details = { ...output, program: service.name }
  if (wasOutOfMemory) return new PermanentError('out_of_memory', `${service.name} ran out of memory.`, { details })
  const times = state.restartCount > 0 ? `, ${state.restartCount + 1} times` : ''
  const code = exitCode === null ? '' : ` with code ${exitCode}`
  return new PermanentError('crash_loop', `${service.name} exited${code}${times}.`, { details })
}

async function unhealthy(
  runtime: Runtime,
  { container, service, log, signal }: HealthCheckTarget,
  { verdict, question, forMs }: { verdict: NonNullable<Verdict>; question: HealthProbe; forMs: number },
): Promise<PermanentError> {
  const port = 'port' in question ? question.port : null
  const listening = port === null ? null : await runtime.listListening(container.name, { signal })
  const where = listening === null ? '' : ` ${describeListening(listening, port)}`
  const output = await readContainerLogTail(runtime, { name: container.name }, { log, signal })
  // Vite and others explain a rejected request only in the response.
  const logTail = [output.logTail, log.redact(verdict.response ?? '')].filter((part) => part !== '').join('\n')
  const details = { ...output, logTail, program: service.name, ...(listening === null ? {} : { listening }) }
  const text = `${service.name} was not healthy after ${Math.round(forMs / 1_000)} s. ${verdict.seen}${where}`
  return new PermanentError('health_check_failed', text, { details })
}
