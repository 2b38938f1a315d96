/**
 * Repairs differences on a server as far as that is safe: removes leftovers of finished deployments, starts what should
 * run, and returns traffic to the live release. It inspects the server again at its turn, when no other run of the
 * environment is active; the environment shows what still differs afterwards. Idempotent.
 */
import type { Runtime } from '@longshore/remote/runtime'
import type { z } from 'zod'
import { findOpenRestore } from '../../../../platform/durable/epoch.ts'
import { type StepContext, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { tidyEnvironment } from '../../../environments/index.ts'
import { assertFence } from '../../containers/assert-fence.remote.ts'
import { recreateContainers } from '../../containers/recreate-containers.remote.ts'
import { Empty, placeOf } from '../../environment-work.context.ts'
import { remoteStep } from '../../remote-step.context.ts'
import { compareServer, type Finding, type SeenServer, type TidyAction } from '../compare-server.policy.ts'
import { type Known, readKnown } from '../known-environments.query.ts'
import { readServer } from '../read-server.remote.ts'
import { saveDrift } from '../save-drift.action.ts'
import type { LifecycleWork } from './lifecycle.context.ts'

type Input = z.output<typeof tidyEnvironment.input>
type Context = StepContext<Input>

const graceSeconds = 10

export function createTidyEnvironment(work: LifecycleWork): Workflow<Input> {
  const tidy = remoteStep<Input, z.output<typeof Empty>>({
    name: 'tidy',
    output: Empty,
    deadlineMs: 5 * 60_000,
    attempts: 3,
    run: (context) => tidyUp(work, context),
  })
  return workflow(tidyEnvironment, [tidy])
}

async function tidyUp(work: LifecycleWork, context: Context): Promise<Record<string, never>> {
  const { organizationId, environmentId } = placeOf(context)
  const { signal } = context
  const id = encodeId('env', environmentId)
  await work.runtimes.use(
    organizationId,
    context.input.serverId,
    async (runtime) => {
      const before = await inspect(work, context, runtime)
      await reportFindings(context, id, before)
      if ((before.finding?.actions.length ?? 0) > 0) await assertFence(runtime, environmentId, context)
      const recreate = () => recreateContainers(work, context, runtime)
      for (const action of before.finding?.actions ?? []) await applyAction(runtime, action, { id, context, recreate })
      const { finding, known } =
        (before.finding?.actions.length ?? 0) > 0 ? await inspect(work, context, runtime) : before
      const state = known.states.get(id)
      if (state === undefined) return
      context.record(async (tx) => void (await saveDrift(tx, organizationId, state, finding?.drift ?? [])))
    },
    signal,
  )
  return {}
}

interface Inspection {
  known: Known
  finding: Finding | undefined
}

/** Differences that are repaired at once are reported to people too. */
async function reportFindings(context: Context, id: string, { known, finding }: Inspection): Promise<void> {
  const { organizationId } = placeOf(context)
  const state = known.states.get(id)
  if (state === undefined || finding === undefined || finding.drift.length === 0) return
  await context.write((tx) => saveDrift(tx, organizationId, state, finding.drift))
}

async function inspect(work: LifecycleWork, context: Context, runtime: Runtime): Promise<Inspection> {
  const { organizationId, environmentId } = placeOf(context)
  const seen = onlyOf(await readServer(runtime, context.signal), encodeId('env', environmentId))
  const isRestored = (await findOpenRestore(work.database.systemDb)) !== undefined
  return await work.database.tenant(organizationId, async (tx) => {
    const serverId = context.input.serverId
    const { listHeldCommands, listDrills } = work
    const on = { serverId, ids: [environmentId], seen, listHeldCommands, listDrills, except: context.run.id }
    const known = await readKnown(tx, organizationId, on)
    const environments = new Map([...known.environments].map(([id, each]) => [id, { ...each, isBusy: false }]))
    return { known, finding: compareServer(seen, environments, { isRestored, trashed: known.trashed })[0] }
  })
}

function onlyOf(seen: SeenServer, id: string): SeenServer {
  const isIts = (each: { environment: string | null }) => each.environment === id
  const folder = seen.proxy?.[id]
  return {
    containers: seen.containers.filter(isIts),
    images: seen.images.filter(isIts),
    networks: seen.networks.filter(isIts),
    proxy: seen.proxy === null ? null : folder === undefined ? {} : { [id]: folder },
  }
}

export async function applyAction(
  runtime: Runtime,
  action: TidyAction,
  on: { id: string; context: Pick<Context, 'signal' | 'fence' | 'log'>; recreate?: () => Promise<void> },
): Promise<void> {
  const { id: environment, context } = on
  const { signal, fence } = context
  context.log.info({ action, environment }, 'putting right what differs on a server')
  switch (action.do) {
    case 'remove-container':
      await runtime.stopContainer(action.name, { signal, graceSeconds })
      return await runtime.removeContainer(action.name, { signal })
    case 'start-container':
      return void (await runtime.restartStopped(action.name, { signal }))
    case 'stop-container':
      return await runtime.stopContainer(action.name, { signal, graceSeconds })
    case 'set-restart':
      return await runtime.setRestart(action.name, action.restart, { signal })
    case 'remove-network':
      return await runtime.removeNetwork(action.name, { signal })
    case 'remove-image':
      return await runtime.removeImage(action.id, { signal })
    case 'remove-release':
      return await runtime.removeRelease({ environment, release: action.release, fence }, { signal })
    case 'remove-folder':
      return await runtime.removeEnvironment({ environment, fence }, { signal })
    case 'recreate':
      return await on.recreate?.()
    case 'switch-back':
      return void (await runtime.switchRelease({ environment, release: action.release, fence }, { signal }))
    case 'switch-off':
      return void (await runtime.switchRelease({ environment, release: null, fence }, { signal }))
  }
}
