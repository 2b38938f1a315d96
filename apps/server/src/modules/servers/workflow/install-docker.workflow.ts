/**
 * Installs Docker on a server that has none. The package manager's output is written to the task's stream. After a crash,
 * another worker takes over: the package manager finishes, or is started again and finds it done.
 */

import { gatherFacts } from '@longshore/remote/facts'
import { enableDocker, InstallError, installPackage, prepareInstall } from '@longshore/remote/install'
import type { ServerConnection } from '@longshore/remote/ssh'
import { z } from 'zod'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { type Step, type StepContext, step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { appendRunEvents } from '../../../platform/events/publish.ts'
import { evaluateFacts } from '../evaluate-facts.remote.ts'
import { recordFinding } from '../record-finding.action.ts'
import { saveTaskResult } from '../server-tasks.repository.ts'
import { installDocker, type ServerSubject } from '../servers.references.ts'
import { taskHooks } from './server-task.hooks.ts'
import { commandMs, connectTo, loadServer, loginMs, type ServerWork, subjectOf } from './servers.context.ts'

type Context = StepContext<ServerSubject>
type Does = (connection: ServerConnection, options: Parameters<typeof installPackage>[1]) => Promise<void>
const Done = z.object({})
const maxChunk = 16_000

export function createInstallDocker(work: ServerWork): Workflow<ServerSubject> {
  const define = (name: string, deadlineMs: number, does: Does): Step<ServerSubject, z.output<typeof Done>> =>
    step({ name, output: Done, deadlineMs, run: (context) => onServer(work, context, does) })
  const verify = step({
    name: 'verify',
    output: Done,
    deadlineMs: 120_000,
    run: (context: Context) => verifyDocker(work, context),
  })
  return workflow(
    installDocker,
    [
      define('prepare', 6 * 60_000, prepareInstall),
      define('install-package', 16 * 60_000, installPackage),
      define('enable', 4 * 60_000, enableDocker),
      verify,
    ],
    taskHooks(),
  )
}

async function onServer(work: ServerWork, context: Context, does: Does): Promise<Record<string, never>> {
  const { organizationId, id } = subjectOf(context)
  const row = await loadServer(work, { organizationId, id })
  const { signal } = context
  const onOutput = async (text: string) => {
    const events = [
      { kind: 'log', data: { stream: 'stdout', text: text.slice(-maxChunk), at: new Date().toISOString() } },
    ]
    await context.write((tx) => appendRunEvents(tx, { runId: context.run.id, organizationId, events }))
  }
  try {
    await connectTo(work, context, row, () =>
      work.access.use(organizationId, id, (connection) => does(connection, { signal, onOutput }), {
        deadlineMs: loginMs,
        signal,
      }),
    )
    return {}
  } catch (error) {
    if (!(error instanceof InstallError)) throw error
    throw new PermanentError(error.code, error.message, { hint: error.hint })
  }
}

async function verifyDocker(work: ServerWork, context: Context): Promise<Record<string, never>> {
  const { organizationId, id } = subjectOf(context)
  const row = await loadServer(work, { organizationId, id })
  const { signal } = context
  // A user is in a new group only from the next login on.
  await work.access.drop(id)
  const gathered = await connectTo(work, context, row, () =>
    work.access.use(organizationId, id, (connection) => gatherFacts(connection, { deadlineMs: commandMs, signal }), {
      deadlineMs: loginMs,
      signal,
    }),
  )
  const { facts, dockerError } = gathered
  if (dockerError !== null)
    throw new PermanentError(dockerError.code, `Docker is installed, but: ${dockerError.message}`, {
      hint: dockerError.hint,
    })
  context.record(async (tx) => {
    const dockerVersion = facts.docker?.version ?? ''
    await saveTaskResult(tx, organizationId, { id: context.run.id, result: { dockerVersion } })
    await recordFinding(tx, organizationId, id, {
      observation: { kind: 'seen', problem: evaluateFacts(row, gathered) },
      facts,
      everyMs: work.everyMs,
      generation: row.generation,
    })
  })
  return {}
}
