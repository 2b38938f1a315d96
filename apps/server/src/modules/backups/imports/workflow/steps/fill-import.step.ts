/**
 * Loads the file into a new, unused volume, in the sandbox. A second attempt begins with an empty one; the undo removes
 * it.
 */
import { randomBytes } from 'node:crypto'
import { type DataRuntime, imageShell, type PipedEnd, type Runtime } from '@longshore/remote/runtime'
import { z } from 'zod'
import { PermanentError } from '../../../../../platform/durable/permanent-error.ts'
import { findDataVolume } from '../../../../workloads/index.ts'
import { engineOf, volumeName } from '../../../../workloads/worker.ts'
import { containerNameOf, onServer, restoreStep } from '../../../restores/workflow/restore.context.ts'
import { type EngineSandbox, engineSandboxes } from '../../engine-sandboxes.remote.ts'
import { importFailure } from '../../import-failures.problems.ts'
import type { ImportInput } from '../../imports.references.ts'
import { readSql } from '../../read-sql.remote.ts'
import {
  createPasswords,
  type Sandbox,
  sandboxClient,
  sandboxDatabase,
  sandboxNames,
} from '../../sandbox-containers.remote.ts'
import { engineSiteOf, type ImportStep, type ImportTools, reportProgress, uploadOf } from '../import.context.ts'
import type { ValidatedImport } from './validate-import.step.ts'

const Filled = z.object({ statements: z.number() })
const readyWithinMs = 180_000
const pauseMs = 300
const scriptMs = 30 * 60_000
const tailLength = 4_000
const graceSeconds = 60

interface FillContext {
  readonly tools: ImportTools
  readonly runtime: Runtime & DataRuntime
  readonly sandbox: Sandbox
  readonly kind: EngineSandbox
  readonly signal: AbortSignal
}

export function fillImport(tools: ImportTools, { validated }: { validated: ImportStep<ValidatedImport> }) {
  return restoreStep<ImportInput, z.output<typeof Filled>>({
    name: 'fill',
    output: Filled,
    deadlineMs: 24 * 60 * 60_000,
    attempts: 4,
    run: (context) =>
      onServer(tools, context, async ({ row, live, runtime }) => {
        const { signal } = context
        const { plainBytes, ...image } = context.output(validated)
        const { site, engine } = engineSiteOf(live, image)
        const name = containerNameOf({ row, runId: context.run.id })
        const sandbox = { site, name, passwords: createPasswords() }
        const fillContext: FillContext = { tools, runtime, sandbox, kind: engineSandboxes[engine], signal }
        await clear(runtime, { name, volume: volumeName(row.service_id, row.new_volume), signal })
        const volume = await tools.databases.ensureVolume(runtime, live, row.new_volume, signal)
        const { memoryBytes } = live.service.configuration.resources
        await runtime.startContainer(sandboxDatabase(sandbox, { volume, memoryBytes }), { signal })
        await waitUntilReady(fillContext)
        await runScript(fillContext, fillContext.kind.prepare)
        const upload = tools.uploads.read(row.organization_id, uploadOf(context), signal)
        const reading = { runtime, sandbox, engine, limits: tools.limits, signal }
        const report = reportProgress(tools, context, plainBytes)
        const { statements } = await readSql(reading, upload, async (sql, soFar) => {
          await feed(
            fillContext,
            reportedError(sql, () => report(soFar())),
          )
          return soFar()
        })
        await runScript(fillContext, fillContext.kind.finish)
        await runtime.stopContainer(name, { signal, graceSeconds })
        await runtime.removeContainer(name, { signal })
        return { statements }
      }),
    undo: (context) =>
      onServer(tools, context, async ({ row, runtime }) => {
        const { signal } = context
        const { organization_id: organizationId, service_id: serviceId } = row
        const used = await tools.database.tenant(organizationId, (tx) =>
          findDataVolume(tx, organizationId, { serviceId }),
        )
        // The switch couldn't be undone: don't touch the volume that the database runs with.
        if (used === row.new_volume) return
        const name = containerNameOf({ row, runId: context.run.id })
        await clear(runtime, { name, volume: volumeName(serviceId, row.new_volume), signal })
      }),
  })
}

async function clear(
  runtime: Runtime,
  { name, volume, signal }: { name: string; volume: string; signal: AbortSignal },
): Promise<void> {
  for (const each of sandboxNames(name)) await runtime.removeContainer(each, { signal })
  await runtime.removeVolume(volume, { signal })
}

async function waitUntilReady({
  tools: { clock },
  runtime,
  sandbox: { site, name },
  signal,
}: FillContext): Promise<void> {
  const { readyCheck, saysReady = () => true } = engineOf(site.kind)
  for (const until = clock.now() + readyWithinMs; clock.now() < until; await clock.wait(pauseMs, signal)) {
    const answer = await runtime.execIn(name, readyCheck(site.access), { signal, deadlineMs: 10_000 }).catch(() => null)
    signal.throwIfAborted()
    if (answer?.exitCode === 0 && saysReady(answer.output)) return
  }
  const logTail = await runtime.readLogTail(name, { signal, lines: 50, maxBytes: tailLength })
  throw new PermanentError('database_not_ready', "The new, empty database didn't start.", { details: { logTail } })
}

/** Runs one of our own scripts in the database's container. */
async function runScript({ runtime, sandbox: { name }, signal }: FillContext, script: string): Promise<void> {
  const { exitCode, output } = await runtime.execIn(name, imageShell(script), { signal, deadlineMs: scriptMs })
  if (exitCode === 0) return
  const { message, hint = '' } = importFailure(
    'import_failed',
    "Longshore's own statement failed, not one from the file.",
  )
  throw new PermanentError('import_failed', message, {
    hint,
    details: { exitCode, logTail: output.slice(-tailLength) },
  })
}

async function feed({ runtime, sandbox, kind, signal }: FillContext, input: AsyncIterable<Buffer>): Promise<void> {
  const { output: ability } = await runtime.execIn(sandbox.name, kind.ability, { signal, deadlineMs: 20_000 })
  const command = kind.client(sandbox.site.access, { ability, guard: randomBytes(16).toString('hex') })
  const end = await runtime.runPiped(sandboxClient(sandbox, command), {
    signal,
    input,
    async use(output) {
      for await (const _ of output);
    },
  })
  requireSuccess(end)
}

function requireSuccess({ exitCode, oomKilled, errors }: PipedEnd<unknown>): void {
  if (oomKilled)
    throw new PermanentError('not_enough_memory', 'The client ran out of memory: a statement is too large.')
  if (exitCode === 0) return
  const { message, hint = '' } = importFailure('import_failed', firstLineOf(errors))
  throw new PermanentError('import_failed', message, {
    hint,
    details: { exitCode, logTail: errors.slice(-tailLength) },
  })
}

function firstLineOf(errors: string): string {
  return (
    errors
      .split('\n')
      .find((line) => /ERROR|FATAL/.test(line))
      ?.slice(0, 500) ?? ''
  )
}

async function* reportedError(sql: AsyncIterable<Buffer>, report: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of sql) {
    await report()
    yield chunk
  }
}
