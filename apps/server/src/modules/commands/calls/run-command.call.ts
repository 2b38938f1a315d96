/**
 * A command in a container of its own, of the live release. It ends when its caller goes away, when its time is over and when it
 * writes too much; its container is removed in every case, by this worker or, when this one dies, by the next look at the server.
 */
import { StringDecoder } from 'node:string_decoder'
import { RuntimeError } from '@longshore/remote/runtime'
import { RemoteError } from '@longshore/remote/ssh'
import { z } from 'zod'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { type CallContext, handleCall, handleEvents, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import { createRedactor, type Redactor } from '../../../platform/secrets/redactor.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { PrepareCommand, PreparedCommand, Runtimes } from '../../deployments/worker.ts'
import { commandProblems } from '../commands.problems.ts'
import { type CommandEvent, commandLimits } from '../commands.schemas.ts'
import { beginCommand, endCommand, holdCommand } from '../one-off-commands.repository.ts'
import { OutputQueue } from './output-queue.ts'
import { checkCommand, runCommand } from './run-command.definition.ts'

export interface CommandCallOptions {
  database: Database
  runtimes: Runtimes
  /** Of what is live; a word: why there is nothing to run it in. */
  prepare: PrepareCommand
}

type Args = z.output<typeof runCommand.args>

const atMost = 10
const holdEveryMs = 5_000
const Words = z.array(z.string()).min(1)
const problems = {
  not_running: commandProblems.environment_not_running,
  not_runnable: commandProblems.service_not_runnable,
} as const

export function createCommandCalls(options: CommandCallOptions): LinkHandler[] {
  return [
    handleCall(checkCommand, async (args, context) => {
      const { secrets } = await prepare(options, context, { ...args, id: newId('cmd') })
      const redactor = createRedactor(secrets)
      return { masked: wordsOf(args.command).map((word) => redactor.text(word)) }
    }),
    handleEvents(runCommand, async function* (args, context) {
      const prepared = await prepare(options, context, args)
      const queue = new OutputQueue<CommandEvent>()
      const onAbort = () => queue.wake()
      context.signal.addEventListener('abort', onAbort, { once: true })
      void execute(options, { args, prepared, queue, context }).then(
        () => queue.end(),
        (error: unknown) => queue.end(error),
      )
      yield* queue.read()
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
  const words = wordsOf(command)
  const found = await options.prepare(organizationId, environmentId, { id: args.id, service, words })
  if (typeof found === 'string') throw new AppError(problems[found])
  return found
}

interface Execution {
  args: Args
  prepared: PreparedCommand
  queue: OutputQueue<CommandEvent>
  context: CallContext
}

async function execute(options: CommandCallOptions, execution: Execution): Promise<void> {
  const { database } = options
  const { args, prepared, queue, context } = execution
  const organizationId = context.organizationId
  if (organizationId === null) return
  const { id, environmentId, service } = args
  const command = { id, environmentId, container: prepared.spec.name, atMost }
  if (!(await database.tenant(organizationId, (tx) => beginCommand(tx, organizationId, command))))
    throw new AppError(commandProblems.too_many_commands)
  const hold = () => database.tenant(organizationId, (tx) => holdCommand(tx, organizationId, id))
  // One that fails is made up for by the next.
  const timer = setInterval(() => void hold().catch(() => undefined), holdEveryMs)
  const begin = performance.now()
  try {
    await queue.push({ event: 'started', data: { id, service } }, context.signal)
    const end = await runMasked(options, { ...execution, organizationId })
    const durationMs = Math.round(performance.now() - begin)
    await queue.push({ event: 'exit', data: { ...end, durationMs } }, context.signal)
  } finally {
    clearInterval(timer)
    await database.tenant(organizationId, (tx) => endCommand(tx, organizationId, { id, environmentId }))
  }
}

async function runMasked(
  { runtimes }: CommandCallOptions,
  { args, prepared, queue, context, organizationId }: Execution & { organizationId: OrganizationId },
): Promise<{ exitCode: number; oomKilled: boolean }> {
  const tooMuch = new AbortController()
  const signal = AbortSignal.any([context.signal, tooMuch.signal])
  const redactor = createRedactor(prepared.secrets)
  const outputs = { stdout: createOutput(redactor), stderr: createOutput(redactor) }
  const tell = async (stream: 'stdout' | 'stderr', text: string) => {
    if (text !== '') await queue.push({ event: 'output', data: { stream, text } }, signal)
  }
  let bytes = 0
  try {
    const end = await runtimes.use(
      organizationId,
      prepared.serverId,
      (runtime) =>
        runtime.runOnce(prepared.spec, {
          signal,
          deadlineMs: args.timeoutSeconds * 1_000,
          async onOutput(text, stream) {
            bytes += text.length
            if (bytes > commandLimits.outputBytes) tooMuch.abort()
            else await tell(stream, outputs[stream].push(text))
          },
        }),
      signal,
    )
    for (const stream of ['stdout', 'stderr'] as const) await tell(stream, outputs[stream].end())
    return end
  } catch (error) {
    if (tooMuch.signal.aborted && !context.signal.aborted) throw new AppError(commandProblems.command_output_too_large)
    throw explain(error, redactor)
  }
}

/** Text as it may be shown: masked also where a secret is cut in two, and whole characters. */
function createOutput(redactor: Redactor): { push(text: string): string; end(): string } {
  const masking = redactor.stream()
  const decoder = new StringDecoder('utf8')
  return {
    push: (text) => decoder.write(masking.push(Buffer.from(text))),
    end: () => decoder.end(masking.end()),
  }
}

function explain(error: unknown, redactor: Redactor): unknown {
  if (error instanceof RemoteError && error.code === 'command_timeout')
    return new AppError(commandProblems.command_timed_out)
  if (error instanceof RuntimeError || error instanceof RemoteError)
    return new AppError(commandProblems.command_not_started, redactor.text(error.message), { cause: error })
  return error
}

function wordsOf(command: Secret): string[] {
  return Words.parse(JSON.parse(command.reveal()))
}
