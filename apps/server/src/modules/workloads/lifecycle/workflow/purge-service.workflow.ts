/**
 * Removes the containers and volumes of a service that left the trash. A service that still runs is kept, because its
 * environment wasn't deployed since the service was removed. Idempotent.
 */
import type { Runtime } from '@longshore/remote/runtime'
import type { z } from 'zod'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { type StepContext, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { purgeService } from '../../../environments/index.ts'
import { findTrashItem, forgetTrashItem, putBackInTrash } from '../../../trash/index.ts'
import { Empty, type EnvironmentWork, labelsOfEnvironment, placeOf } from '../../environment-work.context.ts'
import { readLiveRelease } from '../../live-release.query.ts'
import { remoteStep } from '../../remote-step.context.ts'
import { labelNames, volumeName } from '../../server-names.policy.ts'

type Input = z.output<typeof purgeService.input>
type Context = StepContext<Input>

const graceSeconds = 30

export function createPurgeService(work: EnvironmentWork): Workflow<Input> {
  const remove = remoteStep<Input, z.output<typeof Empty>>({
    name: 'remove-volumes',
    output: Empty,
    deadlineMs: 10 * 60_000,
    retriesDeadline: true,
    async run(context) {
      const { organizationId } = placeOf(context)
      await requireUnused(work, context)
      const { serverId, trashItemId } = context.input
      const does = (runtime: Runtime) => removeFrom(runtime, context)
      await work.runtimes.use(organizationId, serverId, does, context.signal)
      context.record(async (tx) => {
        const item = await findTrashItem(tx, organizationId, trashItemId)
        if (item !== undefined) await forgetTrashItem(tx, organizationId, item)
      })
      return {}
    },
  })
  return workflow(purgeService, [remove], {
    async onFinish(tx, { organizationId, input }, end) {
      if (end.status !== 'failed') return
      const item = await findTrashItem(tx, organizationId, input.trashItemId)
      if (item === undefined) return
      const { code = 'removal_failed', message: detail = 'The volumes could not be removed.' } = end.error ?? {}
      await putBackInTrash(tx, organizationId, { item, problem: { code, detail } })
    },
  })
}

async function requireUnused(work: EnvironmentWork, context: Context): Promise<void> {
  const { organizationId, environmentId } = placeOf(context)
  const live = await work.database.tenant(organizationId, (tx) => readLiveRelease(tx, organizationId, environmentId))
  if (live?.services.some(({ serviceId }) => serviceId === context.input.serviceId) !== true) return
  throw new PermanentError('service_still_live', 'The live version still runs this service.', {
    hint: 'Deploy the environment without the service first.',
  })
}

async function removeFrom(runtime: Runtime, { input, signal }: Context): Promise<void> {
  const { environmentId, serviceId } = input
  const ofEnvironment = labelsOfEnvironment(environmentId)
  const labels = { ...ofEnvironment, [labelNames.serviceId]: encodeId('svc', serviceId) }
  for (const { name } of await runtime.listContainers(labels, { signal })) {
    await runtime.stopContainer(name, { signal, graceSeconds })
    await runtime.removeContainer(name, { signal })
  }
  const prefix = volumeName(serviceId, '')
  const volumes = await runtime.listVolumes(ofEnvironment, { signal })
  for (const { name } of volumes) if (name.startsWith(prefix)) await runtime.removeVolume(name, { signal })
}
