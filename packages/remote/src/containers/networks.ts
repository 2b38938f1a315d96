/** One network per environment, with a small subnet from the pool, so that IP addresses can be fixed. */

import { toRuntimeError, translate } from '../docker/engine-failure.ts'
import { type Engine, isStatus, type NetworkSummary } from '../docker/index.ts'
import { instanceLabel } from '../docker/label-names.ts'
import { filtersOf, isOfInstance } from '../docker/ownership.ts'
import type { Call, ContainerRuntime, NetworkFacts } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { freeSubnets } from './subnets.ts'

/** Other clients create networks at the same time, and the Engine knows of subnets that no list shows. */
const maxTries = 64

type Networks = Pick<ContainerRuntime, 'ensureNetwork' | 'removeNetwork' | 'listNetworks'>

export function createNetworks(engine: Engine, instance: string): Networks {
  return {
    ensureNetwork: (wanted, call) => translate('engine_refused', () => ensure(engine, instance, wanted, call)),
    removeNetwork: (name, call) => translate('engine_refused', () => remove(engine, instance, name, call)),
    listNetworks: (labels, call) =>
      translate('engine_refused', async () => {
        const found = await engine.listNetworks({ ...call, filters: filtersOf(instance, labels) })
        return found.map(toFacts)
      }),
  }
}

/** Undefined when this instance has no network of this name. */
export async function findNetwork(
  engine: Engine,
  instance: string,
  name: string,
  call: Call,
): Promise<NetworkFacts | undefined> {
  const found = (await listByName(engine, name, call)).find((each) => isOfInstance(instance, each.Labels))
  return found === undefined ? undefined : toFacts(found)
}

async function ensure(
  engine: Engine,
  instance: string,
  wanted: Parameters<Networks['ensureNetwork']>[0],
  call: Call,
): Promise<NetworkFacts> {
  const { name, labels, pool, isInternal = false } = wanted
  const known = await findNetwork(engine, instance, name, call)
  if (known !== undefined) return known
  const taken = (await engine.listNetworks(call)).flatMap((each) => each.IPAM.Config.map(({ Subnet }) => Subnet ?? ''))
  let tries = 0
  for (const { subnet, gateway } of freeSubnets(pool, taken)) {
    try {
      const { Id: id } = await engine.createNetwork(
        {
          Name: name,
          CheckDuplicate: true,
          Driver: 'bridge',
          Internal: isInternal,
          Labels: { ...labels, [instanceLabel]: instance },
          IPAM: { Driver: 'default', Config: [{ Subnet: subnet, Gateway: gateway }] },
        },
        call,
      )
      return { id, name, subnet, gateway, labels: { ...labels, [instanceLabel]: instance } }
    } catch (error) {
      if (isStatus(error, 409)) return await takeExisting(engine, instance, name, { call, error })
      tries += 1
      if (!isOverlap(error) || tries >= maxTries) throw toRuntimeError(error, 'no_free_network')
    }
  }
  throw new RuntimeError('no_free_network', `Every subnet of /${pool.prefix} in ${pool.base} is taken on the server.`)
}

/** Another client created it in the meantime. That's fine if it was this instance. */
async function takeExisting(
  engine: Engine,
  instance: string,
  name: string,
  { call, error }: { call: Call; error: unknown },
): Promise<NetworkFacts> {
  const known = await findNetwork(engine, instance, name, call)
  if (known === undefined) throw error
  return known
}

async function remove(engine: Engine, instance: string, name: string, call: Call): Promise<void> {
  const known = await findNetwork(engine, instance, name, call)
  if (known === undefined) return
  await engine.removeNetwork(known.id, call).catch((error: unknown) => {
    if (!isStatus(error, 404)) throw error
  })
}

/** The filter also matches parts of names. */
async function listByName(engine: Engine, name: string, call: Call): Promise<NetworkSummary[]> {
  const found = await engine.listNetworks({ ...call, filters: { name: [name] } })
  return found.filter((each) => each.Name === name)
}

function isOverlap(error: unknown): boolean {
  return error instanceof Error && /overlap|conflicts with network|address pools/i.test(error.message)
}

function toFacts(network: NetworkSummary): NetworkFacts {
  const [config] = network.IPAM.Config
  return {
    id: network.Id,
    name: network.Name,
    subnet: config?.Subnet ?? '',
    gateway: config?.Gateway ?? '',
    labels: network.Labels ?? {},
  }
}
