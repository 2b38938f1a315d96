/**
 * Moves the data of an environment to another server, or takes over the data of containers that ran before Longshore. It
 * stops everything that writes on the old server before copying, so nothing is lost. The environment is down until the new
 * version is live. An undo starts the old version again and removes the copy from the new server; this step never removes
 * anything from the old one. If the old server is lost, the data comes from backups, and the old server isn't contacted.
 */
import type { Runtime } from '@longshore/remote/runtime'
import { z } from 'zod'
import type { Step } from '../../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { ownVolumes } from '../../../environments/index.ts'
import { isDatabaseKind } from '../../../environments/service-kinds.schemas.ts'
import type { MovedData } from '../../../workloads/worker.ts'
import { expectedContainers, labelNames } from '../../../workloads/worker.ts'
import type { DeploymentPlan, PlannedService } from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { deployStep, subjectOf } from '../deploy-step.context.ts'

const Moved = z.object({ isMoved: z.boolean(), isAdopted: z.boolean().default(false) })
export type Moved = z.output<typeof Moved>

const graceSeconds = 30
const roles: ReadonlySet<string> = new Set(['app', 'cron', 'command', 'release-command'])

export function moveData(deps: DeployDeps, { plan }: { plan: Step<DeploySubject, DeploymentPlan> }) {
  return deployStep<Moved>({
    name: 'move-data',
    output: Moved,
    deadlineMs: 12 * 3_600_000,
    async run(context) {
      const { services, movesFrom } = context.output(plan)
      const data = services.flatMap(dataOf)
      if (await adopt(deps, context)) return { isMoved: false, isAdopted: true }
      if (deps.moveData === undefined || movesFrom === null || data.length === 0)
        return { isMoved: false, isAdopted: false }
      await using log = deps.log.open(context, 'move-data')
      const { organizationId, environmentId, serverId: toServerId } = subjectOf(context)
      const fromServerId = brandId<'srv'>(movesFrom)
      const writeLine = (line: string) => log.writeLine(line)
      if (await deps.moveData.isRecovery({ organizationId, environmentId })) {
        await context.write((tx) => deps.records.markStopped(tx, context, true))
        await log.writeLine('Restoring the data from backups. The previous server is not contacted.')
        await deps.moveData.restore({ organizationId, environmentId, toServerId, data, context, writeLine })
        return { isMoved: false, isAdopted: false }
      }
      // Jobs and commands don't start either.
      await context.write((tx) => deps.records.markStopped(tx, context, true))
      await log.writeLine('Stopping services with data on the previous server.')
      const stop = (runtime: Runtime) => stopWriters(runtime, environmentId, context.signal)
      await deps.runtimes.use(organizationId, fromServerId, stop, context.signal)
      await deps.moveData.copy({ organizationId, environmentId, fromServerId, toServerId, data, context, writeLine })
      return { isMoved: true, isAdopted: false }
    },
    async undo(context) {
      const { organizationId, environmentId, serverId: toServerId } = subjectOf(context)
      if (context.output?.isAdopted !== false)
        await deps.adoptStack?.giveBack({ organizationId, environmentId, serverId: toServerId, context })
      if (await deps.moveData?.isRecovery({ organizationId, environmentId })) {
        context.record((tx) => deps.records.markStopped(tx, context, false))
        return void (await deps.moveData?.discard({ organizationId, environmentId, toServerId, context }))
      }
      const { live } = await deps.records.desired(organizationId, environmentId)
      const fromServerId = live?.serverId ?? null
      const isNothing = context.output?.isMoved === false || fromServerId === null || fromServerId === toServerId
      if (deps.moveData === undefined || live === null || isNothing || fromServerId === null) return
      const names = expectedContainers(live.deploymentId, live.services)
      const inOrder = [...names.filter((each) => each.isDatabase), ...names.filter((each) => !each.isDatabase)]
      await deps.runtimes.use(
        organizationId,
        fromServerId,
        async (runtime) => {
          for (const { name } of inOrder) await startAgain(runtime, name, context.signal)
        },
        context.signal,
      )
      context.record((tx) => deps.records.markStopped(tx, context, false))
      await deps.moveData.discard({ organizationId, environmentId, toServerId, context })
    },
  })
}

/** Runs before the new containers start, so that the old ones don't write to data that is being copied. */
async function adopt(deps: DeployDeps, context: DeployContext): Promise<boolean> {
  if (deps.adoptStack === undefined) return false
  const { organizationId, environmentId, serverId } = subjectOf(context)
  await using log = deps.log.open(context, 'move-data')
  const writeLine = (line: string) => log.writeLine(line)
  return await deps.adoptStack.take({ organizationId, environmentId, serverId, context, writeLine })
}

function dataOf({ serviceId: id, name: service, kind, configuration, image }: PlannedService): MovedData[] {
  const serviceId = id
  if (isDatabaseKind(kind)) {
    const reference = image.do === 'engine' ? image.reference : ''
    return [{ kind: 'database', serviceId, service, volume: null, reference }]
  }
  return ownVolumes(configuration).map(({ name }) => ({ kind: 'volume', serviceId, service, volume: name }))
}

async function stopWriters(runtime: Runtime, environmentId: Id<'env'>, signal: AbortSignal): Promise<void> {
  const labels = { [labelNames.environment]: encodeId('env', environmentId) }
  const found = await runtime.listContainers(labels, { signal })
  const writers = found.filter((each) => roles.has(each.labels[labelNames.role] ?? ''))
  await Promise.all(writers.map(({ name }) => runtime.stopContainer(name, { signal, graceSeconds })))
}

async function startAgain(runtime: Runtime, name: string, signal: AbortSignal): Promise<void> {
  const state = await runtime.inspectContainer(name, { signal })
  if (state !== null && state.state !== 'running') await runtime.restartStopped(name, { signal })
}
