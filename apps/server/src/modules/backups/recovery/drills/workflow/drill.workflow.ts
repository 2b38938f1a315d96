/**
 * Rehearses a recovery: the steps of a deployment rebuild the live release from backups in isolation, up to the health
 * checks. Then everything is removed again, also after a failure or a cancellation, and whatever crashed. What the
 * environment itself runs isn't touched: all names derive from IDs that only this drill has.
 */
import { z } from 'zod'
import type { Tx } from '../../../../../platform/database/database.ts'
import { PermanentError } from '../../../../../platform/durable/permanent-error.ts'
import {
  type FinishedRun,
  type Run,
  type Step,
  type StepContext,
  type UndoContext,
  type Workflow,
  workflow,
} from '../../../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../../../platform/ids/brand.ts'
import type { DeploySubject } from '../../../../deployments/index.ts'
import { createRebuildSteps } from '../../../../deployments/worker.ts'
import { serverLock } from '../../../../servers/index.ts'
import type { FrozenImage } from '../../../../workloads/release.schemas.ts'
import { type EnvironmentWork, remoteStep, takeDown } from '../../../../workloads/worker.ts'
import { createDrillPorts, type DrillTools } from '../drill-ports.context.ts'
import { runDrill } from '../drills.references.ts'
import { type DrillRow, findDrill, updateDrill } from '../drills.repository.ts'
import { endDrill } from '../end-drill.action.ts'

type Input = DeploySubject
type Context = StepContext<Input>

export interface DrillWork extends DrillTools {
  readonly work: EnvironmentWork
}

const Empty = z.object({})
const slowAttempts = 12

export function createDrill(tools: DrillWork): Workflow<Input> {
  const template = createRebuildSteps(tools.ports)
  const prepare = remoteStep<Input, z.output<typeof Empty>>({
    name: 'prepare',
    output: Empty,
    deadlineMs: 30_000,
    retriesDeadline: true,
    attempts: slowAttempts,
    run: async () => ({}),
    // Undone last, so it removes whatever the steps after it created.
    undo: (context) => tearDown(tools, context, []),
  })
  const measure = remoteStep<Input, z.output<typeof Empty>>({
    name: 'measure',
    output: Empty,
    deadlineMs: 30_000,
    retriesDeadline: true,
    async run(context) {
      const { organizationId } = context.run
      context.record(
        async (tx) => void (await updateDrill(tx, organizationId, { id: drillOf(context.run), isHealthy: true })),
      )
      return {}
    },
  })
  const remove = remoteStep<Input, z.output<typeof Empty>>({
    name: 'tear-down',
    output: Empty,
    deadlineMs: 15 * 60_000,
    retriesDeadline: true,
    attempts: slowAttempts,
    cancellable: false,
    async run(context) {
      const images = Object.values(context.output(template.built).images)
      await tearDown(tools, context, images)
      return {}
    },
  })
  // A release command changes data outside of a release; the backup already has its changes.
  const rebuild = template.steps.filter(({ name }) => name !== 'release-command').map((each) => inDrill(tools, each))
  return workflow(runDrill, [prepare, ...rebuild, measure, remove], {
    locks: ({ serverId }) => [serverLock(serverId, 'shared')],
    onStart: async (tx, run) => {
      await updateDrill(tx, run.organizationId, { id: drillOf(run), status: 'running' })
    },
    onFinish: (tx: Tx, run: Run<Input>, end: FinishedRun) =>
      endDrill(tx, run.organizationId, { id: drillOf(run), end }),
  })
}

/** Runs a step of a deployment with the ports of this drill. `prepare` undoes what it did. */
function inDrill(tools: DrillWork, { undo: _, ...step }: Step<Input, unknown>): Step<Input, unknown> {
  return {
    ...step,
    async run(context) {
      const ports = await createDrillPorts(tools, await loadDrill(tools, context))
      const own = createRebuildSteps(ports).steps.find(({ name }) => name === step.name)
      if (own === undefined) throw new Error(`a deployment has no step ${step.name}`)
      return await own.run(context)
    },
  }
}

/** The run has the ID of its drill. */
function drillOf({ id }: Pick<Run<Input>, 'id'>): Id<'drl'> {
  return brandId<'drl'>(id)
}

async function loadDrill({ database }: DrillWork, { run }: Pick<Context, 'run'>): Promise<DrillRow> {
  const { organizationId } = run
  const id = drillOf(run)
  const row = await database.tenant(organizationId, (tx) => findDrill(tx, organizationId, id))
  if (row !== undefined) return row
  throw new PermanentError('not_found', 'The environment was deleted in the meantime.')
}

/** `images`: those that the drill used; the ones that it pulled are removed. */
async function tearDown(
  { work }: DrillWork,
  context: Context | UndoContext<Input, unknown>,
  images: readonly FrozenImage[],
): Promise<void> {
  const { serverId } = context.input
  const { organizationId } = context.run
  await work.runtimes.use(
    organizationId,
    serverId,
    (runtime) => takeDown(work, context, { serverId, runtime, keepData: false, images }),
    context.signal,
  )
}
