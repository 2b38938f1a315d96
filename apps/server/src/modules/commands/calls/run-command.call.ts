/**
 * Runs a command in its own container of the live release. The command ends when its caller leaves, when its time is
 * up, and when it writes too much. A worker that stops or crashes leaves it running, and the API asks the next worker
 * for the rest of its output. A command without a reader runs to its end or its limit; then the next server sweep
 * removes it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { RuntimeError } from '@longshore/remote/runtime'
import { RemoteError } from '@longshore/remote/ssh'
import { z } from 'zod'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { retryTransient } from '../../../platform/durable/transient.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { type CallContext, handleCall, handleEvents, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import { createRedactor } from '../../../platform/secrets/redactor.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { emptyCursor } from '../../runtime-logs/index.ts'
import {
  type PrepareCommand,
  type PreparedCommand,
  type ProgramRecords,
  type Runtimes,
  runProgram,
} from '../../workloads/worker.ts'
import { commandProblems } from '../commands.problems.ts'
import { type CommandRow, endCommand, markCommandBegun, openCommand, wasCommandLeft } from '../commands.repository.ts'
import { commandLimits } from '../commands.schemas.ts'
import { OutputQueue } from '../output-queue.stream.ts'
import { checkCommand, type FollowedEvent, runCommand } from './run-command.definition.ts'

export interface CommandCallOptions {
  database: Database
  runtimes: Runtimes
  /** Prepares a container of the live release, or returns a code that explains why there is none. */
  prepare: PrepareCommand
}

type Args = z.output<typeof runCommand.args>

const atMost = 10
const removeMs = 60_000
const Argv = z.array(z.string()).min(1)
const problems = {
  not_running: commandProblems.environment_not_running,
  not_runnable: commandProblems.service_not_runnable,
} as const

export function createCommandCalls(options: CommandCallOptions): LinkHandler[] {
  return [
    handleCall(checkCommand, async (args, context) => {
      const { secrets } = await prepare(options, context, { ...args, id: newId('cmd') })
      const redactor = createRedactor(secrets)
      return { masked: argsOf(args.command).map((word) => redactor.text(word)) }
    }),
    handleEvents(runCommand, async function* (args, context) {
      const prepared = await prepare(options, context, args)
      const queue = new OutputQueue<FollowedEvent>()
      const onAbort = () => queue.wake()
      context.signal.addEventListener('abort', onAbort, { once: true })
      void execute(options, { args, prepared, queue, context }).then(
        () => queue.end(),
        (error: unknown) => queue.end(error),
      )
      yield* queue.read()
      // Runs only when the API has everything. Until then, a worker that crashes leaves the rest of the output to the
      // next one.
      await clear(options, { args, prepared, context })
    }),
  ]
}

async function prepare(
  options: CommandCallOptions,
  context: CallContext,
  args: { id: Id<'cmd'>; environmentId: Id<'env'>; service: string; command: Secret },
): Promise<PreparedCommand> {
  const { organizationId } = context
  if (organizationId === null) throw new RefusedError('invalid_arguments')
  const { environmentId, service, command } = args
  const argv = argsOf(command)
  // A running command must not end because the database is briefly unavailable.
  const found = await retryTransient(
    () => options.prepare(organizationId, environmentId, { id: args.id, service, words: argv }),
    context.signal,
  )
  if (typeof found === 'string') throw new AppError(problems[found])
  return found
}

interface Execution {
  args: Args
  prepared: PreparedCommand
  queue: OutputQueue<FollowedEvent>
  context: CallContext
}

async function execute(options: CommandCallOptions, execution: Execution): Promise<void> {
  const { database } = options
  const { args, prepared, queue, context } = execution
  const { organizationId } = context
  if (organizationId === null) return
  const { id, environmentId, service } = args
  const command = { id, environmentId, container: prepared.spec.name, limitSeconds: args.timeoutSeconds, atMost }
  const row = await retryTransient(
    () => database.tenant(organizationId, (tx) => openCommand(tx, organizationId, command)),
    context.signal,
  )
  if (row === null) throw new AppError(commandProblems.too_many_commands)
  const begin = performance.now() - row.ranMs
  const tooMuch = new AbortController()
  const signal = AbortSignal.any([context.signal, tooMuch.signal])
  const followed = { ...execution, organizationId, row, signal, tooMuch }
  try {
    await queue.push({ event: 'started', data: { id, service } }, context.signal)
    const end = await follow(options, followed)
    const durationMs = Math.round(performance.now() - begin)
    await queue.push({ event: 'exit', data: { ...end, durationMs } }, context.signal)
  } catch (error) {
    const isOver = !signal.aborted || tooMuch.signal.aborted || (await wasLeft(options, organizationId, id))
    if (isOver) await clear(options, execution)
    if (tooMuch.signal.aborted) throw new AppError(commandProblems.command_output_too_large)
    throw explain(error, prepared)
  }
}

interface Followed extends Execution {
  organizationId: OrganizationId
  row: CommandRow
  signal: AbortSignal
  tooMuch: AbortController
}

async function follow(
  { database, runtimes }: CommandCallOptions,
  { args, prepared, queue, organizationId, row, signal, tooMuch }: Followed,
): Promise<{ exitCode: number; oomKilled: boolean }> {
  const { spec, serverId, deploymentId, secrets } = prepared
  const program = { container: spec.name, serverId, deploymentId, service: args.service }
  let bytes = 0
  const programs: ProgramRecords = {
    async list() {
      const known = { ...program, ranMs: row.ranMs, cursor: args.cursor ?? emptyCursor, writes: 0, outcome: null }
      return row.wasBegun ? [known] : []
    },
    begin: ({ write }) => write((tx) => markCommandBegun(tx, organizationId, args.id)),
    async append(_context, { chunks, cursor }) {
      for (const { text } of chunks) bytes += text.length
      if (bytes > commandLimits.outputBytes) return tooMuch.abort()
      const shown = chunks.map(
        ({ stream, text }) => ({ stream: stream === 'stdout' ? stream : 'stderr', text }) as const,
      )
      await queue.push({ event: 'output', data: { chunks: shown, cursor } }, signal)
    },
    end: async () => undefined,
  }
  const run = { id: brandId<'run'>(args.id), organizationId, kind: 'command', key: args.id, input: null }
  const outcome = await runProgram(
    { runtimes, programs, clock },
    { run, signal, write: (work) => database.tenant(organizationId, work) },
    {
      ...program,
      organizationId,
      spec,
      secrets,
      step: 'run-command',
      limitMs: args.timeoutSeconds * 1_000,
      keepsContainer: true,
    },
  )
  if (outcome.end === 'timed_out') throw new AppError(commandProblems.command_timed_out)
  if (outcome.end === 'interrupted') throw new AppError(commandProblems.command_interrupted)
  return { exitCode: outcome.exitCode ?? -1, oomKilled: outcome.oomKilled }
}

const clock = { now: Date.now, wait: (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }) }

/**
 * The API records that the caller left before it closes the stream. If the stream breaks for another reason, the
 * command keeps running.
 */
async function wasLeft(
  { database }: CommandCallOptions,
  organizationId: OrganizationId,
  id: Id<'cmd'>,
): Promise<boolean> {
  return await database.tenant(organizationId, (tx) => wasCommandLeft(tx, organizationId, id)).catch(() => false)
}

/** The next server sweep removes what can't be removed now. */
async function clear(
  { database, runtimes }: CommandCallOptions,
  { args, prepared, context: { organizationId } }: Omit<Execution, 'queue'>,
): Promise<void> {
  if (organizationId === null) return
  const { id, environmentId } = args
  const { serverId, spec } = prepared
  const signal = AbortSignal.timeout(removeMs)
  await runtimes
    .use(organizationId, serverId, (runtime) => runtime.removeContainer(spec.name, { signal }), signal)
    .catch(() => undefined)
  await retryTransient(
    () => database.tenant(organizationId, (tx) => endCommand(tx, organizationId, { id, environmentId })),
    signal,
  )
}

function explain(error: unknown, { secrets }: PreparedCommand): unknown {
  if (error instanceof RuntimeError || error instanceof RemoteError || error instanceof PermanentError)
    return new AppError(commandProblems.command_not_started, createRedactor(secrets).text(error.message), {
      cause: error,
    })
  return error
}

function argsOf(command: Secret): string[] {
  return Argv.parse(JSON.parse(command.reveal()))
}
