/**
 * Reads and writes the content of a volume as an archive, through a container that is never started. The Engine itself
 * does the work, so no image has to contain a program, and no file of the volume runs.
 */
import { Readable } from 'node:stream'
import type { ContainerSpec } from '../runtime/container-spec.ts'
import type { ReadingCall, VolumeReading, VolumeWriting } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { removeByName } from './run-to-end.ts'
import { createUnstarted, type Host, retryWhileNameIsTaken } from './start-container.ts'

const beginMs = 60_000
const writeMs = 6 * 60 * 60_000

export async function readVolume<Result>(
  host: Host,
  spec: ContainerSpec,
  { signal, use }: VolumeReading<Result>,
): Promise<Result> {
  return await withContainer(host, spec, signal, async (id) => {
    const request = { ...archiveOf(id, spec), signal, deadlineMs: beginMs, hasOwnSocket: true }
    return await use(await host.engine.http.open(request))
  })
}

/** Like `readVolume`, but another thread reads the output. */
export async function readVolumeTo<Result>(
  host: Host,
  spec: ContainerSpec,
  { signal, reader }: ReadingCall<Result>,
): Promise<Result> {
  return await withContainer(host, spec, signal, async (id) => {
    const { http } = host.engine
    const place = await http.placeOf({ ...archiveOf(id, spec), signal, deadlineMs: beginMs })
    await http.whileConnected(reader.open({ ...place, method: 'GET', form: 'body' }), signal)
    return (await http.whileConnected(reader.read(), signal)).result
  })
}

function archiveOf(id: string, spec: ContainerSpec) {
  return { method: 'GET', path: ['containers', id, 'archive'], query: { path: onlyVolume(spec) } } as const
}

/** Paths are relative to the root of the container, as `readVolume` returned them. */
export async function writeVolume(
  host: Host,
  spec: ContainerSpec,
  { signal, input, deadlineMs = writeMs }: VolumeWriting,
): Promise<void> {
  // The Engine only sees a broken connection; the source of the content knows the reason.
  let fault: { error: unknown } | undefined
  const watched = async function* () {
    try {
      yield* input
    } catch (error) {
      fault = { error }
      throw error
    }
  }
  await withContainer(host, spec, signal, async (id) => {
    const path = ['containers', id, 'archive']
    const stream = Readable.from(watched(), { objectMode: false })
    const headers = { 'content-type': 'application/x-tar' }
    const more = { query: { path: '/' }, stream, headers, signal, deadlineMs, hasOwnSocket: true }
    await host.engine.http.send({ method: 'PUT', path, ...more }).catch((error: unknown) => {
      throw fault === undefined ? error : fault.error
    })
  })
}

async function withContainer<Result>(
  host: Host,
  spec: ContainerSpec,
  signal: AbortSignal,
  work: (id: string) => Promise<Result>,
): Promise<Result> {
  try {
    const id = await retryWhileNameIsTaken(signal, async () => {
      await removeByName(host, spec.name)
      return await createUnstarted(host, { ...spec, network: null, aliases: [], restart: 'no' }, { signal })
    })
    return await work(id)
  } finally {
    await removeByName(host, spec.name)
  }
}

function onlyVolume({ volumes: [volume, ...others] }: ContainerSpec): string {
  if (volume === undefined || others.length > 0) throw new RuntimeError('engine_refused', 'One volume at a time.')
  return volume.path
}
