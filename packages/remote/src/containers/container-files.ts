/**
 * Puts files into a container before its program starts, with the archive API of the Engine. The archive has no entries
 * for folders: existing ones keep their owner and mode, and the Engine creates missing ones.
 */
import { Readable } from 'node:stream'
import { z } from 'zod'
import { type Engine, EngineError } from '../docker/index.ts'
import { tarFile } from '../docker/tar-file.ts'
import type { ContainerSpec, MemoryFolder } from '../runtime/container-spec.ts'
import type { Call } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { MountPath } from './mount-path.ts'

const maxFiles = 50
const maxFileBytes = 262_144
const maxTotalBytes = 4 << 20
const putMs = 60_000
const endOfArchive = Buffer.alloc(1_024)

/** As many as an archive header has room for. */
const ownerId = z.int().min(0).max(0o7777777).optional()

const Files = z
  .array(
    z.object({ path: MountPath, content: z.string(), mode: z.int().min(0).max(0o7777), uid: ownerId, gid: ownerId }),
  )
  .max(maxFiles)
  .refine((files) => new Set(files.map(({ path }) => path)).size === files.length)

/** The Engine reports these with status 500, as if they weren't about the request. */
const pathFaults =
  /cannot overwrite directory|not a directory|file exists|file name too long|levels of symbolic links|no such file or directory|read-only|not permitted|permission denied/i

/** Throws policy_refused for files that the container can't have. */
export function checkFiles({ files = [], options = {}, volumes }: ContainerSpec): void {
  if (files.length === 0) return
  const refuse = (reason: string) => new RuntimeError('policy_refused', `The container's files are refused: ${reason}.`)
  if (!Files.safeParse(files).success) throw refuse(`at most ${maxFiles}, each with its own plain path and a mode`)
  if (options.readOnly === true) throw refuse('nothing can be written to a read-only container')
  const sizes = files.map(({ content }) => Buffer.byteLength(content))
  const hidden = files.find(({ path }) => isHidden(path, options.memoryFolders ?? [], volumes))
  if (hidden !== undefined) throw refuse(`a memory folder hides ${hidden.path}`)
  if (Math.max(...sizes) > maxFileBytes) throw refuse(`a file has more than ${maxFileBytes} bytes`)
  if (sizes.reduce((sum, size) => sum + size, 0) > maxTotalBytes)
    throw refuse(`together they have more than ${maxTotalBytes} bytes`)
}

/** Idempotent. An EngineError with a status below 500 means that the container can't have these files. */
export async function putFiles(
  engine: Engine,
  id: string,
  spec: ContainerSpec,
  { signal, deadlineMs = putMs }: Call,
): Promise<void> {
  const { files = [] } = spec
  if (files.length === 0) return
  checkFiles(spec)
  const modifiedAt = new Date()
  const entries = files.map(({ path, content, mode, uid, gid }) =>
    tarFile(path.slice(1), Buffer.from(content), mode, { modifiedAt, uid, gid }),
  )
  const archive = Buffer.concat([...entries, endOfArchive])
  const request = {
    method: 'PUT',
    path: ['containers', id, 'archive'],
    // Without this, a file would replace a folder with all its content.
    query: { path: '/', noOverwriteDirNonDir: 1 },
    headers: { 'content-type': 'application/x-tar', 'content-length': String(archive.length) },
    stream: Readable.from([archive]),
  } as const
  await engine.http.send({ ...request, signal, deadlineMs }).catch((error: unknown) => {
    if (error instanceof EngineError && pathFaults.test(error.message))
      throw new EngineError(400, `A file can't be put into the container: ${error.message}`)
    throw error
  })
}

/** Memory folders are mounted at the start, over what is below them. A volume below one is visible. */
function isHidden(path: string, folders: readonly MemoryFolder[], volumes: ContainerSpec['volumes']): boolean {
  const within = [...folders, ...volumes].filter((each) => `${path}/`.startsWith(`${each.path}/`))
  const nearest = within.sort((a, b) => b.path.length - a.path.length)[0]
  return folders.some((folder) => folder === nearest)
}
