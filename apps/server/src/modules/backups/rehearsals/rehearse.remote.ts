/**
 * A rehearsal: restores the newest backup of each database of an environment next to the running one, without a network
 * and with limits, runs the release commands of the new version against the copies, and compares. Nothing of it stays:
 * names come from ids, so that an attempt that starts over, the undo, and the sweep of the server find everything.
 *
 * Decision: docs/decisions/0028-rehearse-release-commands-without-a-network.md
 */
import { type DataRuntime, type Runtime, RuntimeError } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { createRedactor } from '../../../platform/secrets/redactor.ts'
import type { RehearsalFacts, RehearsalSkip, RehearsedCommand } from '../../deployments/rehearsals/rehearsal.schemas.ts'
import type { Rehearse } from '../../deployments/worker.ts'
import { rehearsalContainerName, restoreContainerName } from '../../workloads/worker.ts'
import { findBackupConfig } from '../schedules/backup-configs.repository.ts'
import { chooseBackups } from './choose-backups.remote.ts'
import { programOnCopy } from './copy-containers.remote.ts'
import { describeDatabase } from './describe-database.remote.ts'
import { type Observed, observeCopies } from './observe-copies.remote.ts'
import { type ChosenDatabase, type RehearsalTools, SkipError, type WantedRehearsal } from './rehearsal-tools.context.ts'
import { type CopyRun, runOnCopy } from './run-on-copy.remote.ts'
import { copyVolume, type StartedCopy, startCopies } from './start-copies.remote.ts'

/** A rehearsal whose restores take longer is skipped. */
const restoreLimitMs = 4 * 3_600_000
const clearMs = 60_000

export function createRehearse(tools: RehearsalTools): Rehearse {
  return {
    async run(rehearsal) {
      const { organizationId, serverId, signal } = rehearsal
      return await tools.runtimes.use(
        organizationId,
        serverId,
        async (runtime) => {
          try {
            return { facts: await rehearse(tools, rehearsal, runtime) }
          } catch (error) {
            signal.throwIfAborted()
            return { skipped: toSkip(error) }
          } finally {
            await clear(runtime, rehearsal, { serviceIds: serviceIdsOf(rehearsal) })
          }
        },
        signal,
      )
    },
    async clear({ serviceIds, ...place }) {
      const { organizationId, serverId, signal } = place
      await tools.runtimes.use(organizationId, serverId, (runtime) => clear(runtime, place, { serviceIds }), signal)
    },
    async canBackUp(organizationId, environmentId) {
      const config = await tools.database.tenant(organizationId, (tx) =>
        findBackupConfig(tx, organizationId, environmentId),
      )
      return config !== undefined
    },
  }
}

async function rehearse(
  tools: RehearsalTools,
  rehearsal: WantedRehearsal,
  runtime: Runtime & DataRuntime,
): Promise<RehearsalFacts> {
  const { signal } = rehearsal
  await clear(runtime, rehearsal, { serviceIds: serviceIdsOf(rehearsal) })
  const restoring = AbortSignal.any([signal, AbortSignal.timeout(restoreLimitMs)])
  const chosen = await chooseBackups(tools, rehearsal, { runtime, signal: restoring })
  const copies = await startCopies(tools, rehearsal, { runtime, chosen, signal: restoring })
  const observed = await observeCopies(runtime, copies, signal)
  await rehearsal.writeLine('Running the release commands on the copy.')
  const commands = await runCommands(tools, rehearsal, { runtime, copies, observed })
  const isEnded = commands.every(({ end }) => end === 'exited' || end === 'not_started')
  const databases: RehearsalFacts['databases'] = []
  for (const each of observed) {
    const origin = chosen.find(({ database }) => database.service.serviceId === each.copy.service.id)
    const backup = origin?.backup ?? null
    if (backup !== null) databases.push(await describeDatabase(runtime, { ...each, origin: backup, isEnded, signal }))
  }
  return { commands, databases }
}

async function runCommands(
  tools: RehearsalTools,
  rehearsal: WantedRehearsal,
  { runtime, copies, observed }: { runtime: Runtime; copies: readonly StartedCopy[]; observed: readonly Observed[] },
): Promise<RehearsedCommand[]> {
  const { programs, limits, secrets, signal } = rehearsal
  const [first] = copies
  if (first === undefined) throw new Error('a rehearsal has a copy')
  const redactor = createRedactor(secrets)
  const run: CopyRun = {
    ...{ runtime, clock: tools.clock, watched: observed, signal },
    limits: {
      untilMs: tools.clock.now() + limits.maxSeconds * 1_000,
      growthBytes: limits.maxDiskGrowthBytes,
      reserveBytes: tools.diskReserveBytes,
    },
    redact: (text) => redactor.text(text),
  }
  const commands: RehearsedCommand[] = []
  for (const { service, serviceId, spec } of programs) {
    const hasFailed = commands.some(({ end, exitCode }) => end !== 'exited' || exitCode !== 0)
    if (hasFailed) {
      commands.push({ service, end: 'not_started', exitCode: null, oomKilled: false, durationMs: 0, output: '' })
      continue
    }
    const of = { ...rehearsal, service: { id: serviceId, name: service } }
    commands.push({ service, ...(await runOnCopy(run, programOnCopy(spec, of, first.copy))) })
  }
  return commands
}

/** A lost connection is retried; everything else means that there is no rehearsal. */
function toSkip(error: unknown): RehearsalSkip {
  if (error instanceof SkipError) return error.skip
  if (error instanceof RuntimeError) return { reason: 'server_unavailable', detail: short(error.message) }
  if (error instanceof PermanentError || error instanceof AppError)
    return { reason: 'restore_failed', detail: short(error.message) }
  throw error
}

function short(text: string): string {
  return text.slice(0, 500)
}

function serviceIdsOf({ databases, programs }: WantedRehearsal) {
  return [...new Set([...databases, ...programs].map(({ serviceId }) => serviceId))]
}

/** Also runs after an abort: a rehearsal leaves nothing behind. The first database comes last: others share its network. */
async function clear(
  runtime: Runtime,
  { runId, signal }: Pick<WantedRehearsal, 'runId' | 'signal'>,
  { serviceIds }: { serviceIds: readonly ChosenDatabase['database']['service']['serviceId'][] },
): Promise<void> {
  const call = { signal: signal.aborted ? AbortSignal.timeout(clearMs) : signal }
  for (const id of serviceIds) await runtime.removeContainer(rehearsalContainerName(id, runId), call)
  for (const id of [...serviceIds].reverse()) await runtime.removeContainer(restoreContainerName(id, runId), call)
  for (const id of serviceIds) await runtime.removeVolume(copyVolume({ id }, runId), call)
}
