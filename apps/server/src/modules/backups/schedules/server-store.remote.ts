/**
 * Uses the disk of a server as an object store: a dedicated volume, and for each operation a container of our own
 * program with that volume, without network, and with the content as its input or output. The server needs nothing but
 * Docker.
 */
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ContainerSpec, type DataRuntime, type Runtime, RuntimeError } from '@longshore/remote/runtime'
import { RemoteError } from '@longshore/remote/ssh'
import { z } from 'zod'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { checkKey, type ObjectStore, type StoredObject } from '../../../platform/objects/object-store.ts'
import { ObjectStoreError, type ObjectStoreFault } from '../../../platform/objects/object-store-error.ts'
import type { DataRuntimes } from '../../workloads/worker.ts'

/** Nothing else uses this volume: containers of services can't name it, and no cleanup removes it. */
const volume = 'longshore-backups'
const label = 'longshore.store'
const memoryBytes = 134_217_728
const transferWithinMs = 24 * 3_600_000
const shortWithinMs = 60_000
const giveUpWithinMs = 20_000
/** Smaller than the limit of the program. */
const pieceBytes = 1 << 20
const maxResponseBytes = 64 << 20

interface Place {
  readonly organizationId: OrganizationId
  readonly serverId: Id<'srv'>
}

type ServerRuntime = Runtime & DataRuntime

export function createServerStore(runtimes: DataRuntimes, place: Place): ObjectStore {
  const use = async <Result>(work: (runtime: ServerRuntime) => Promise<Result>, signal: AbortSignal) => {
    try {
      return await runtimes.use(place.organizationId, place.serverId, work, signal)
    } catch (error) {
      signal.throwIfAborted()
      throw explain(error)
    }
  }
  const ask = (args: readonly string[], signal: AbortSignal) =>
    use((runtime) => callProgram(runtime, place, { args, signal }), signal)
  return {
    async put(key, content, { signal }) {
      const about = [`--key=${checkKey(key)}`, `--aside=${randomBytes(16).toString('hex')}`]
      const asked = { args: ['put', ...about], input: inPieces(content), signal }
      try {
        return Size.parse(JSON.parse(await use((runtime) => callProgram(runtime, place, asked), signal)))
      } catch (error) {
        // The program was stopped midway and left a partial object.
        await ask(['abandon', ...about], AbortSignal.timeout(giveUpWithinMs)).catch(() => undefined)
        throw error
      }
    },
    async *read(key, { signal, from = 0 }) {
      const args = ['read', `--key=${checkKey(key)}`, `--from=${from}`]
      yield* outputOf(signal, (output, stop) =>
        use((runtime) => pipeProgram(runtime, place, { args, signal: stop, output }), stop),
      )
    },
    async sizeOf(key, { signal }) {
      return MaybeSize.parse(JSON.parse(await ask(['size', `--key=${checkKey(key)}`], signal))).sizeBytes
    },
    async remove(key, { signal }) {
      await ask(['remove', `--key=${checkKey(key)}`], signal)
    },
    async *list(folder, { signal }) {
      const lines = (await ask(['list', `--key=${checkKey(folder)}`], signal)).split('\n')
      for (const line of lines) if (line !== '') yield toObject(line)
    },
    async removeUnfinished(folder, { signal }) {
      return Removed.parse(JSON.parse(await ask(['remove-unfinished', `--key=${checkKey(folder)}`], signal))).removed
    },
  }
}

function explain(error: unknown): unknown {
  if (error instanceof RuntimeError && error.code === 'disk_full')
    return new ObjectStoreError('store_full', { cause: error })
  if (error instanceof RemoteError || error instanceof RuntimeError)
    return new ObjectStoreError('store_unreachable', { detail: error.message, cause: error })
  return error
}

const Size = z.object({ sizeBytes: z.number() })
const MaybeSize = z.object({ sizeBytes: z.number().nullable() })
const Removed = z.object({ removed: z.number() })
const Listed = z.object({ key: z.string(), sizeBytes: z.number(), modifiedAt: z.coerce.date() })
const Refusal = z.object({ error: z.object({ code: z.string() }) })

interface ProgramCall {
  readonly args: readonly string[]
  readonly input?: AsyncIterable<Uint8Array>
  readonly signal: AbortSignal
}

/** Returns the complete output of the program. */
async function callProgram(runtime: ServerRuntime, place: Place, asked: ProgramCall): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  await runProgram(runtime, place, asked, async (output) => {
    for await (const part of output) {
      length += part.length
      if (length > maxResponseBytes) throw new ObjectStoreError('store_failed', { detail: 'the answer is too long' })
      parts.push(part)
    }
  })
  return Buffer.concat(parts).toString('utf8')
}

async function pipeProgram(
  runtime: ServerRuntime,
  place: Place,
  { output: to, ...asked }: ProgramCall & { output: PassThrough },
): Promise<void> {
  // Ends the output only after the exit code is known, so a truncated stream never looks complete.
  await runProgram(runtime, place, asked, (output) => pipeline(output, to, { end: false }))
}

async function runProgram(
  runtime: ServerRuntime,
  place: Place,
  { args, input, signal }: ProgramCall,
  use: (output: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const labels = { 'longshore.organization': encodeId('org', place.organizationId), [label]: args[0] ?? '' }
  await removeLeftOvers(runtime, signal)
  await runtime.ensureVolume({ name: volume, labels: { [label]: 'volume' } }, { signal })
  const spec: ContainerSpec = {
    name: `longshore-store-${randomBytes(8).toString('hex')}`,
    labels,
    image: await runtime.ensureOwnImage({ signal }),
    command: ['objects', ...args],
    environment: [],
    network: null,
    aliases: [],
    volumes: [{ name: volume, path: '/objects' }],
    memoryBytes,
    cpus: null,
    pids: 64,
    stopGraceSeconds: 1,
    restart: 'no',
    capabilities: 'none',
  }
  const isLong = args[0] === 'put' || args[0] === 'read'
  const deadlineMs = isLong ? transferWithinMs : shortWithinMs
  const given = input === undefined ? {} : { input }
  const { exitCode, errors } = await runtime.runPiped(spec, { ...given, use, signal, deadlineMs })
  if (exitCode !== 0) throw refusalOf(errors)
}

/**
 * Removes containers of workers that crashed. Containers that ended recently stay, because their caller may not have
 * read the result yet.
 */
async function removeLeftOvers(runtime: ServerRuntime, signal: AbortSignal): Promise<void> {
  const before = Date.now() - transferWithinMs
  for (const { name, state, startedAt } of await runtime.listContainers({ [label]: 'put' }, { signal }))
    if ((state === 'exited' || state === 'dead') && startedAt !== null && startedAt.getTime() < before)
      await runtime.removeContainer(name, { signal })
}

const faults: Record<string, ObjectStoreFault> = { objects_not_found: 'not_found', objects_full: 'store_full' }

function refusalOf(errors: string): ObjectStoreError {
  const line = errors.trim().split('\n').at(-1) ?? ''
  const said = Refusal.safeParse(parse(line))
  const code = said.success ? said.data.error.code : 'the program failed'
  const fault = faults[code]
  return fault === undefined ? new ObjectStoreError('store_failed', { detail: code }) : new ObjectStoreError(fault)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toObject(line: string): StoredObject {
  return Listed.parse(JSON.parse(line))
}

/**
 * Prefixes each chunk with its length and ends with an empty one, because a broken connection looks like the end of the
 * input.
 */
async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content)
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      yield lengthOf(piece.length)
      yield piece
    }
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(bytes)
  return header
}

/** Yields what `work` writes. When the reader stops, the work stops too. */
async function* outputOf(
  signal: AbortSignal,
  work: (output: PassThrough, stop: AbortSignal) => Promise<void>,
): AsyncGenerator<Buffer> {
  const stop = new AbortController()
  const output = new PassThrough({ highWaterMark: pieceBytes })
  const ended = work(output, AbortSignal.any([signal, stop.signal])).then(
    () => output.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  try {
    yield* output
    await ended
  } finally {
    stop.abort()
    output.destroy()
    await ended.catch(() => undefined)
  }
}
