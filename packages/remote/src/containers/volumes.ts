/** Named volumes in the Engine's own folder. A volume with options could be any folder of the server. */

import { setTimeout as delay } from 'node:timers/promises'
import { translate } from '../docker/engine-failure.ts'
import { type Engine, isStatus, type VolumeSummary } from '../docker/index.ts'
import { instanceLabel } from '../docker/label-names.ts'
import { filtersOf, isOfInstance } from '../docker/ownership.ts'
import type { Call, ContainerRuntime } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'

const giveUpWithinMs = 5_000
const pollEveryMs = 200

type Volumes = Pick<ContainerRuntime, 'ensureVolume' | 'removeVolume' | 'listVolumes' | 'measureVolumes'>

export function createVolumes(engine: Engine, instance: string): Volumes {
  return {
    ensureVolume: ({ name, labels }, call) =>
      translate('engine_refused', async () => {
        const body = { Name: name, Driver: 'local', Labels: { ...labels, [instanceLabel]: instance } }
        // An existing volume of this name is accepted, regardless of its creator.
        checkVolume(instance, await engine.createVolume(body, call))
      }),
    removeVolume: (name, call) =>
      translate('engine_refused', async () => {
        const known = await findVolume(engine, name, call)
        if (known === undefined || !isOfInstance(instance, known.Labels)) return
        await removeUnused(engine, name, call)
      }),
    listVolumes: (labels, call) =>
      translate('engine_refused', async () => {
        const found = await engine.listVolumes({ ...call, filters: filtersOf(instance, labels) })
        return found.map(({ Name: name }) => ({ name }))
      }),
    measureVolumes: (call) =>
      translate('engine_refused', async () => {
        const found = await engine.measureVolumes(call)
        return found
          .filter(({ Labels }) => isOfInstance(instance, Labels))
          .map(({ Name: name, Labels: labels, UsageData }) => ({ name, labels, sizeBytes: UsageData?.Size ?? -1 }))
          .filter(({ sizeBytes }) => sizeBytes >= 0)
      }),
  }
}

/** A container that another client is removing releases its name before its volumes: wait for it. */
async function removeUnused(engine: Engine, name: string, call: Call): Promise<void> {
  for (const deadline = Date.now() + giveUpWithinMs; ; await delay(pollEveryMs, undefined, { signal: call.signal })) {
    try {
      return await engine.removeVolume(name, call)
    } catch (error) {
      if (isStatus(error, 404)) return
      if (!isStatus(error, 409) || Date.now() > deadline) throw error
    }
  }
}

/**
 * Before a container gets volumes, check that they exist, belong to this instance, and are plain folders of the Engine.
 */
export async function checkVolumes(
  engine: Engine,
  instance: string,
  names: readonly string[],
  call: Call,
): Promise<void> {
  for (const name of names) {
    const volume = await findVolume(engine, name, call)
    if (volume === undefined) throw new RuntimeError('engine_refused', `The volume ${name} is not on the server.`)
    checkVolume(instance, volume)
  }
}

function checkVolume(instance: string, { Name: name, Driver, Labels, Options }: VolumeSummary): void {
  if (isOfInstance(instance, Labels) && Driver === 'local' && Object.keys(Options).length === 0) return
  throw new RuntimeError('policy_refused', `The volume ${name} was not made by this installation, or has options.`)
}

async function findVolume(engine: Engine, name: string, call: Call): Promise<VolumeSummary | undefined> {
  return await engine.inspectVolume(name, call).catch((error: unknown) => {
    if (isStatus(error, 404)) return undefined
    throw error
  })
}
