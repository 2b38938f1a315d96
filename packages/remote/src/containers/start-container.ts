/**
 * Makes sure that a container with a name and a specification runs: creates it if it is missing and starts it if it
 * isn't running.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { toRuntimeError } from '../docker/engine-failure.ts'
import { type ContainerDetails, type Engine, EngineError, isStatus } from '../docker/index.ts'
import { specLabel } from '../docker/label-names.ts'
import { isOfInstance } from '../docker/ownership.ts'
import type { Allowances, ContainerSpec, ContainerState } from '../runtime/container-spec.ts'
import type { Call } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { chooseAddress, isAddressShared, usedAddresses } from './addresses.ts'
import { noAllowances } from './allowances.ts'
import type { AppCgroup } from './app-cgroup.ts'
import { containerBody } from './container-body.ts'
import { checkFiles, putFiles } from './container-files.ts'
import { checkContainerBody } from './container-policy.ts'
import { toContainerState } from './container-state.ts'
import { findNetwork } from './networks.ts'
import { isTiniFirst } from './own-init.ts'
import { hashOf } from './spec-hash.ts'
import { requireStillAllowed } from './still-allowed.ts'
import { checkVolumes } from './volumes.ts'

const maxAddressTries = 8
const createMs = 60_000
/** How long a request that a worker sent before it died can block a name. */
const nameTakenMs = 30_000
const nameTakenPauseMs = 500

export interface Host {
  readonly engine: Engine
  readonly instance: string
  /** Asks only once whether the Engine has tini. */
  readonly hasInit: (call: Call) => Promise<boolean>
  readonly appGroup: (call: Call) => Promise<AppCgroup>
  /** Returns what the operator allows on this server now. */
  readonly allowances: () => Promise<Allowances>
}

export async function startContainer(host: Host, spec: ContainerSpec, call: Call): Promise<ContainerState> {
  return await retryWhileNameIsTaken(call.signal, () => startOnce(host, spec, call))
}

class NameTakenError extends EngineError {}

/**
 * The Engine continues with a request whose sender died, so a name can be free during the check and taken a moment
 * later. `work` checks again each time.
 */
export async function retryWhileNameIsTaken<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (const giveUpAt = performance.now() + nameTakenMs; ; ) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof NameTakenError) || performance.now() >= giveUpAt) throw error
      await delay(nameTakenPauseMs, undefined, { signal })
    }
  }
}

async function startOnce(host: Host, spec: ContainerSpec, call: Call): Promise<ContainerState> {
  const known = await findContainer(host, spec.name, call)
  if (known !== undefined && known.Config.Labels[specLabel] === hashOf(spec)) {
    if (!known.State.Running) {
      await requireStillAllowed(host, known)
      await startKnown(host, known, { spec, call })
    }
    return await readState(host, known.Id, call)
  }
  if (known !== undefined) await replace(host, known, { spec, call })
  return await readState(host, await createAndStart(host, spec, call), call)
}

/** It can be a database: give it time to shut down cleanly. */
async function replace(
  { engine }: Host,
  known: ContainerDetails,
  { spec, call }: { spec: ContainerSpec; call: Call },
): Promise<void> {
  const { deadlineMs: _, ...limits } = call
  if (known.State.Running) await engine.stopContainer(known.Id, { ...limits, graceSeconds: spec.stopGraceSeconds })
  await engine.removeContainer(known.Id, { ...call, force: true, volumes: true })
}

/** Undefined when there is none; throws when a container of this name belongs to others. */
export async function findContainer(
  { engine, instance }: Host,
  name: string,
  call: Call,
): Promise<ContainerDetails | undefined> {
  const found = await engine.inspectContainer(name, call).catch((error: unknown) => {
    if (isStatus(error, 404)) return undefined
    throw error
  })
  // The Engine also accepts the beginning of an id as a name.
  if (found === undefined || found.Name !== `/${name}`) return undefined
  if (isOfInstance(instance, found.Config.Labels)) return found
  throw new RuntimeError('engine_refused', `A container ${name} on the server was not made by this installation.`)
}

/**
 * Creates and starts a container at an unused IP address. Its files are there before `beforeStart`, which attaches readers that must see its first byte.
 */
export async function createAndStart(
  host: Host,
  spec: ContainerSpec,
  { beforeStart, ...call }: Call & { beforeStart?: (id: string) => Promise<void> },
): Promise<string> {
  const refused = new Set<string>()
  for (let tries = 0; tries < maxAddressTries; tries += 1) {
    const created = await create(host, spec, { call, refused })
    try {
      if (!created.isShared) {
        await putFiles(host.engine, created.id, spec, call)
        await beforeStart?.(created.id)
        await host.engine.startContainer(created.id, call)
        return created.id
      }
    } catch (error) {
      // Without a response from the Engine, the container can be running: the next attempt checks again.
      if (!wasRefused(error)) throw toRuntimeError(error, 'container_start_failed')
      await discard(host, created.id)
      if (!isAddressTaken(error)) throw toRuntimeError(error, 'container_start_failed')
    }
    if (created.isShared) await discard(host, created.id)
    if (created.address !== null) refused.add(created.address)
  }
  throw new RuntimeError('no_free_address', "The environment's network has no free IP address.")
}

/** Creates a container that is never started and has no network. */
export async function createUnstarted(host: Host, spec: ContainerSpec, call: Call): Promise<string> {
  return (await create(host, spec, { call, refused: new Set() })).id
}

async function create(
  host: Host,
  spec: ContainerSpec,
  { call, refused }: { call: Call; refused: ReadonlySet<string> },
): Promise<{ id: string; address: string | null; isShared: boolean }> {
  const { engine, instance } = host
  const [place, hasInit, group, allowed] = await Promise.all([
    findPlace(host, spec.network, { call, refused }),
    isTiniFirst(engine, spec, { hasTini: host.hasInit, call }),
    host.appGroup(call),
    spec.grants === undefined ? noAllowances : host.allowances(),
  ])
  const address = place?.address ?? null
  const body = containerBody(spec, { instance, address, hasInit, group })
  checkContainerBody(spec, body, allowed)
  checkFiles(spec)
  // Throws when a container of this name belongs to others.
  if (spec.beside !== undefined && (await findContainer(host, spec.beside, call)) === undefined)
    throw new RuntimeError('engine_refused', `The container ${spec.beside} is not there.`)
  const volumes = spec.volumes.map((each) => each.name)
  await checkVolumes(engine, instance, volumes, call)
  try {
    // Don't use the caller's signal here: the Engine finishes abandoned requests, and the container would appear after
    // its removal was checked.
    const { Id: id } = await engine.createContainer(spec.name, body, { deadlineMs: call.deadlineMs ?? createMs })
    const isShared =
      place !== null && (await isAddressShared(engine, place.network, { id, address: place.address }, call))
    return { id, address, isShared }
  } catch (error) {
    if (isStatus(error, 409) && error instanceof Error) throw new NameTakenError(409, error.message)
    throw isStatus(error, 404)
      ? new RuntimeError('image_not_found', `The image ${spec.image} is not on the server.`, { cause: error })
      : toRuntimeError(error, 'container_start_failed')
  }
}

async function findPlace(
  { engine, instance }: Host,
  name: string | null,
  { call, refused }: { call: Call; refused: ReadonlySet<string> },
) {
  if (name === null) return null
  const [network, taken] = await Promise.all([
    findNetwork(engine, instance, name, call),
    usedAddresses(engine, name, call),
  ])
  if (network === undefined) throw new RuntimeError('engine_refused', `The network ${name} is not there.`)
  return { network, address: chooseAddress(network, new Set([...taken, ...refused])) }
}

async function startKnown(
  { engine }: Host,
  known: ContainerDetails,
  { spec, call }: { spec: ContainerSpec; call: Call },
): Promise<void> {
  try {
    // A worker can die between the creation and the files. After a start, they are there, and the program owns them.
    if (!hasStarted(known)) await putFiles(engine, known.Id, spec, call)
    await engine.startContainer(known.Id, call)
  } catch (error) {
    throw toRuntimeError(error, 'container_start_failed')
  }
}

export async function readState({ engine }: Host, id: string, call: Call): Promise<ContainerState> {
  return toContainerState(await engine.inspectContainer(id, call))
}

export function hasStarted(details: ContainerDetails): boolean {
  return toContainerState(details).startedAt !== null
}

/** Removes a container that couldn't be started, also after an abort. */
async function discard({ engine }: Host, id: string): Promise<void> {
  await engine.removeContainer(id, { force: true, volumes: true, deadlineMs: 30_000 }).catch((error: unknown) => {
    // 409 means that another client is removing it. The error of the start is the one that matters.
    if (!isStatus(error, 404, 409)) throw error
  })
}

/** The Engine refused the request, and would refuse it again. */
function wasRefused(error: unknown): boolean {
  return (
    error instanceof EngineError &&
    (isAddressTaken(error) || toRuntimeError(error, 'engine_refused') instanceof RuntimeError)
  )
}

/** True for an IP address of the network. The error for a port of the server that is in use has a similar text. */
function isAddressTaken(error: unknown): boolean {
  if (!(error instanceof EngineError) || /host port|listen tcp|bind for/i.test(error.message)) return false
  return /address already in use/i.test(error.message)
}
