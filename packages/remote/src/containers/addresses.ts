/**
 * Fixed IP addresses. A stopped container keeps its address, but the Engine doesn't reserve it: it would assign it to
 * the next container. Each container therefore gets an address that no container of the network has requested, running
 * or not. Two containers that choose at the same moment see each other when they check again after their creation, and
 * the later one chooses another address.
 */
import type { ContainerSummary, Engine } from '../docker/index.ts'
import type { Call, NetworkFacts } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { freeAddresses } from './subnets.ts'

/** Addresses of all containers of the network, running or not. */
export async function usedAddresses(engine: Engine, network: string, call: Call): Promise<Set<string>> {
  return new Set((await listOn(engine, network, call)).flatMap(({ addresses }) => addresses))
}

export function chooseAddress({ subnet, gateway }: NetworkFacts, taken: ReadonlySet<string>): string {
  for (const address of freeAddresses(subnet, gateway, taken)) return address
  throw new RuntimeError('no_free_address', `Every address of the environment's network ${subnet} is taken.`)
}

/** True if another container that was created earlier requested the same address. */
export async function isAddressShared(
  engine: Engine,
  network: NetworkFacts,
  own: { id: string; address: string },
  call: Call,
): Promise<boolean> {
  const all = await listOn(engine, network.name, call)
  const current = all.find((each) => each.Id === own.id)
  const isEarlier = (other: ContainerSummary) =>
    other.Created < (current?.Created ?? 0) || (other.Created === current?.Created && other.Id < own.id)
  return all.some((each) => each.Id !== own.id && each.addresses.includes(own.address) && isEarlier(each))
}

async function listOn(
  engine: Engine,
  name: string,
  call: Call,
): Promise<(ContainerSummary & { addresses: string[] })[]> {
  const found = await engine.listContainers({ ...call, all: true, filters: { network: [name] } })
  return found.map((each) => {
    const endpoint = each.NetworkSettings.Networks[name]
    const addresses = [endpoint?.IPAMConfig?.IPv4Address ?? '', endpoint?.IPAddress ?? '']
    return { ...each, addresses: addresses.filter((address) => address !== '') }
  })
}
