/** Containers, networks, and volumes of one server, over its Engine. Nothing that belongs to others is changed. */

import { toRuntimeError, translate } from '../docker/engine-failure.ts'
import { createEngine, EngineError, isStatus } from '../docker/index.ts'
import { filtersOf } from '../docker/ownership.ts'
import { recentInfo } from '../docker/recent-info.ts'
import type { Allowances, ContainerSpec, ContainerState } from '../runtime/container-spec.ts'
import type {
  Call,
  ContainerRuntime,
  DataRuntime,
  PipedCall,
  ProgramCall,
  ReadingCall,
  VolumeReading,
  VolumeWriting,
} from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { failure, RemoteError, type ServerConnection } from '../ssh/index.ts'
import { noAllowances } from './allowances.ts'
import { ensureAppCgroup } from './app-cgroup.ts'
import { restartPolicyOf } from './container-body.ts'
import { toContainerState } from './container-state.ts'
import { listeningOf, readSockets } from './listening.ts'
import { createNetworks } from './networks.ts'
import { runPiped, runPipedTo } from './run-piped.ts'
import { findContainer, type Host, readState, startContainer } from './start-container.ts'
import { adoptProgram, startProgram } from './start-program.ts'
import { findWithdrawn, requireStillAllowed } from './still-allowed.ts'
import { readVolume, readVolumeTo, writeVolume } from './volume-archive.ts'
import { createVolumes } from './volumes.ts'

type Connection = Pick<ServerConnection, 'run' | 'dockerSocket' | 'dockerConnections' | 'closed'>

type ExecCall = Parameters<ContainerRuntime['execIn']>[2]

const inspectsAtOnce = 8
const execDeadlineMs = 60_000
const execOutputBytes = 1_048_576
const shownBytes = 4_096

export interface ContainerRuntimeOptions {
  readonly instance: string
  /** Asked for each container that uses parts of the server. Without it, none can. */
  readonly allowances?: () => Promise<Allowances>
}

export function createContainerRuntime(
  connection: Connection,
  { instance, allowances = async () => noAllowances }: ContainerRuntimeOptions,
): Omit<ContainerRuntime, 'probe'> & Omit<DataRuntime, 'ensureOwnImage'> {
  const engine = createEngine(connection)
  const host: Host = {
    engine,
    instance,
    // The Engine reports `N/A` when its tini isn't installed.
    hasInit: async (call) => (await recentInfo(connection, engine, call)).info.InitCommit?.ID !== 'N/A',
    appGroup: (call) => ensureAppCgroup(connection, engine, call),
    allowances,
  }
  return {
    ...createNetworks(engine, instance),
    ...createVolumes(engine, instance),
    ...lives(host),
    ...createReaders(host, connection),
  }
}

function lives(host: Host) {
  const { engine } = host
  return {
    startContainer: (spec: ContainerSpec, call: Call) =>
      translate('container_start_failed', () => startContainer(host, spec, call)),
    async stopContainer(name: string, { graceSeconds, ...call }: Call & { graceSeconds: number }) {
      await translate('engine_refused', async () => {
        const known = await findContainer(host, name, call)
        if (known !== undefined) await engine.stopContainer(known.Id, { ...call, graceSeconds }).catch(ignore(304, 404))
      })
    },
    restartStopped: (name: string, call: Call) =>
      translate('container_start_failed', async () => {
        const known = await findContainer(host, name, call)
        if (known === undefined) throw new RuntimeError('container_start_failed', `The container ${name} is gone.`)
        if (!known.State.Running) {
          await requireStillAllowed(host, known)
          await engine.startContainer(known.Id, call)
        }
        return await readState(host, known.Id, call)
      }),
    setRestart: (name: string, restart: ContainerSpec['restart'], call: Call) =>
      translate('engine_refused', async () => {
        const known = await findContainer(host, name, call)
        if (known === undefined) return
        const body = { RestartPolicy: restartPolicyOf(restart) }
        await engine.http.send({ ...call, method: 'POST', path: ['containers', known.Id, 'update'], body })
      }),
    removeContainer: (name: string, call: Call) =>
      translate('engine_refused', async () => {
        const known = await findContainer(host, name, call)
        const options = { ...call, force: true, volumes: true }
        if (known !== undefined) await engine.removeContainer(known.Id, options).catch(ignore(404, 409))
      }),
    startProgram: (spec: ContainerSpec, call: ProgramCall) =>
      translate('container_start_failed', () => startProgram(host, spec, call)),
    adoptProgram: (name: string, call: Call) =>
      translate('container_start_failed', () => adoptProgram(host, name, call)),
    runPiped: <Result>(spec: ContainerSpec, call: PipedCall<Result>) =>
      translate('container_start_failed', () => runPiped(host, spec, call)),
    runPipedTo: <Result>(spec: ContainerSpec, call: ReadingCall<Result>) =>
      translate('container_start_failed', () => runPipedTo(host, spec, call)),
    readVolumeTo: <Result>(spec: ContainerSpec, call: ReadingCall<Result>) =>
      translate('engine_refused', () => readVolumeTo(host, spec, call)),
    readVolume: <Result>(spec: ContainerSpec, call: VolumeReading<Result>) =>
      translate('engine_refused', () => readVolume(host, spec, call)),
    writeVolume: (spec: ContainerSpec, call: VolumeWriting) =>
      translate('engine_refused', () => writeVolume(host, spec, call)),
  }
}

function createReaders(host: Host, connection: Connection) {
  const { engine, instance } = host
  return {
    inspectContainer: (name: string, call: Call) =>
      translate('engine_refused', async () => {
        const known = await findContainer(host, name, call)
        return known === undefined ? null : toContainerState(known)
      }),
    listContainers: (labels: Readonly<Record<string, string>>, call: Call) =>
      translate('engine_refused', async () => {
        const found = await engine.listContainers({ ...call, all: true, filters: filtersOf(instance, labels) })
        const states: ContainerState[] = []
        for (let at = 0; at < found.length; at += inspectsAtOnce) {
          const some = found
            .slice(at, at + inspectsAtOnce)
            .map(({ Id }) => readListed(host, Id, call).catch(ignore(404)))
          for (const state of await Promise.all(some)) if (state !== undefined) states.push(state)
        }
        return states
      }),
    async *readOutput(name: string, { since, follow, signal }: Parameters<ContainerRuntime['readOutput']>[1]) {
      try {
        yield* engine.readLogEntries(name, { since, follow, signal })
      } catch (error) {
        // The container is removed or is being removed; other code finds out why.
        if (isStatus(error, 404, 409)) return
        if (signal.aborted || error instanceof RemoteError || error instanceof EngineError)
          throw toRuntimeError(error, 'engine_refused')
        throw failure('docker_unreachable', { detail: 'its log broke off', cause: error })
      }
    },
    readLogTail: (name: string, { lines, maxBytes, ...call }: Parameters<ContainerRuntime['readLogTail']>[1]) =>
      translate('engine_refused', async () => {
        const known = await findContainer(host, name, call)
        if (known === undefined) return ''
        let tail = Buffer.alloc(0)
        for await (const { part } of engine.readLogs(known.Id, { ...call, tail: lines }))
          tail = Buffer.concat([tail, part]).subarray(-maxBytes)
        return new TextDecoder().decode(tail)
      }),
    execIn: (name: string, argv: readonly [string, ...string[]], { input, keepBytes, ...call }: ExecCall) =>
      translate('engine_refused', async () => {
        const known = await findContainer(host, name, call)
        if (known === undefined) throw new RuntimeError('engine_refused', `The container ${name} is gone.`)
        const { deadlineMs = execDeadlineMs, signal } = call
        const given = input === undefined ? {} : { stdin: input }
        const options = { deadlineMs, signal, maxOutputBytes: execOutputBytes, ...given }
        const { exitCode, stdout, stderr } = await engine.exec(known.Id, argv, options)
        return { exitCode, output: `${stdout}${stderr}`.slice(-(keepBytes ?? shownBytes)) }
      }),
    async listListening(name: string, call: Call) {
      const known = await translate('engine_refused', () => findContainer(host, name, call))
      const { Pid: pid = 0 } = known?.State ?? {}
      if (pid === 0) return []
      const { deadlineMs = execDeadlineMs, signal } = call
      const files = ['tcp', 'tcp6'].map((each) => `/proc/${pid}/net/${each}`)
      // A kernel without IPv6 has only one of these files: use what could be read.
      const { stdout } = await connection.run(['cat', '--', ...files], { deadlineMs, signal })
      return listeningOf(readSockets(stdout))
    },
  }
}

/** A resource that is removed, or is being removed, needs no further action. */
function ignore(...statuses: number[]): (error: unknown) => undefined {
  return (error) => {
    if (!isStatus(error, ...statuses)) throw error
    return undefined
  }
}

/** Also says whether the operator took back a part of the server that the container uses. */
async function readListed(host: Host, id: string, call: Call): Promise<ContainerState> {
  const details = await host.engine.inspectContainer(id, call)
  const withdrawn = await findWithdrawn(host, details)
  return { ...toContainerState(details), hasWithdrawnParts: withdrawn.length > 0 }
}
