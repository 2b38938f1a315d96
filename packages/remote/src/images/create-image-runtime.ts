/** Images on one server: built by the buildx program on the forwarded socket; everything else uses the Engine API. */
import { unpackProgram } from '@longshore/process/unpack-program'
import { translate } from '../docker/engine-failure.ts'
import { createEngine, type Engine } from '../docker/index.ts'
import { instanceLabel } from '../docker/label-names.ts'
import { isTooOld, oldestDocker } from '../docker/oldest-docker.ts'
import { recentInfo } from '../docker/recent-info.ts'
import type { BuildRequest, BuiltImage } from '../runtime/build-request.ts'
import type { Call, ImageRuntime, OnOutput } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import type { ServerConnection } from '../ssh/index.ts'
import { createTrim } from './build-cache.ts'
import { watchDisk } from './disk-watch.ts'
import { createImageStore, inspectImage } from './image-store.ts'
import { ensureBuildCgroup } from './limits/build-cgroup.ts'
import { createLimitVerification } from './limits/verify-limits.ts'
import { createPull } from './pull.ts'
import { planBuild } from './railpack/plan-build.ts'
import { registrySettings } from './registry-settings.ts'
import { type RunBuild, runBuild } from './run-build.ts'
import { createTransfer } from './transfer.ts'

export interface ImageRuntimeOptions {
  /** Value of the instance label on everything that we create. */
  readonly instance: string
  /** Path of the `docker-buildx` program, which can also be compressed as `docker-buildx.zst`. */
  readonly buildxProgram: string
  /** Folder with the programs that show whether build limits are enforced, one per architecture. */
  readonly limitsDirectory: string
  /** Folder with the Railpack programs, one per architecture. */
  readonly railpackDirectory?: string
  /** Parent folder of unpacked programs. Programs must be allowed to run there. Default: the system's temporary folder. */
  readonly programDirectory?: string | undefined
  /** Folder for the program's private files. Default: the system's temporary folder. */
  readonly runtimeDirectory?: string
}

const socketMs = 20_000
const notLimited =
  'Note: this server does not keep limits on the memory and processors of builds; only time, output and disk are limited.\n'

export function createImageRuntime(connection: ServerConnection, options: ImageRuntimeOptions): ImageRuntime {
  const engine = createEngine(connection)
  return {
    ...createImageStore(engine, options.instance),
    ...createTransfer(engine),
    pull: createPull(engine),
    trimBuildCache: createTrim(engine),
    build: (request, call) => build({ connection, engine, options }, request, call),
  }
}

interface Place {
  readonly connection: ServerConnection
  readonly engine: Engine
  readonly options: ImageRuntimeOptions
}

async function build(
  { connection, engine, options }: Place,
  request: BuildRequest,
  call: Call & { onOutput: OnOutput },
): Promise<BuiltImage> {
  const { signal } = call
  const [dockerSocket, { info, version }] = await Promise.all([
    connection.dockerSocket({ deadlineMs: socketMs, signal }),
    recentInfo(connection, engine, { signal }),
  ])
  refuseOld(info.ServerVersion)
  const program = await unpackProgram(options.buildxProgram, options.programDirectory)
  const limits = new AbortController()
  const watching = new AbortController()
  const watch = watchDisk(connection, {
    path: info.DockerRootDir,
    reserveBytes: request.limits.diskReserveBytes,
    signal: watching.signal,
    onLow: (free) => limits.abort(diskFull(free)),
  })
  try {
    const run: RunBuild = {
      // If it's missing, the exit code of the build shows it.
      program: program ?? options.buildxProgram,
      runtimeDirectory: options.runtimeDirectory,
      place: {
        dockerSocket,
        cgroupParent: null,
        registries: registrySettings(request.registries ?? []),
        labels: { ...request.labels, [instanceLabel]: options.instance },
      },
      limits: limits.signal,
      closed: connection.closed,
    }
    const ground = {
      connection,
      engine,
      instance: options.instance,
      info,
      architecture: version.Arch,
      limitsDirectory: options.limitsDirectory,
    }
    const verify = createLimitVerification(run, call)
    const cgroupParent = await translate('engine_refused', () =>
      ensureBuildCgroup(ground, request.limits, { signal, verify }),
    )
    if (cgroupParent === null) await call.onOutput(notLimited, 'stderr')
    const limited = { ...run, place: { ...run.place, cgroupParent } }
    const wanted = await planned(request, call, { run: limited, architecture: version.Arch, options })
    const { steps } = await runBuild(wanted, call, limited)
    const image = await inspectImage(engine, request.tag, { signal })
    if (image === null) throw new RuntimeError('build_failed', 'The build ended well and left no image.')
    return { id: image.id, sizeBytes: image.sizeBytes, architecture: image.architecture, steps }
  } finally {
    watching.abort()
    await watch
  }
}

async function planned(
  request: BuildRequest,
  call: Call & { onOutput: OnOutput },
  { run, architecture, options }: { run: RunBuild; architecture: string; options: ImageRuntimeOptions },
): Promise<BuildRequest> {
  const { railpack } = request
  if (railpack === undefined) return request
  const programs = options.railpackDirectory ?? '/nonexistent'
  return await planBuild({ ...request, railpack }, call, { run, programs, architecture })
}

function diskFull(free: number): RuntimeError {
  const megabytes = Math.round(free / 1_000_000)
  return new RuntimeError(
    'disk_full',
    `Only ${megabytes} MB are free on the server’s disk; the build was ended before it is full.`,
  )
}

function refuseOld(version: string): void {
  if (isTooOld(version) !== true) return
  throw new RuntimeError(
    'build_unsupported',
    `The server’s Docker is ${version}; builds need ${oldestDocker} or newer.`,
  )
}
