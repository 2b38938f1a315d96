/** Reads the options of containers: user, directory, signals, and kernel settings. */
import { type ContainerOptions, containerSchema } from '../container.schemas.ts'
import type { Located } from '../formats/located.ts'
import type { Notes } from './compose-warning.ts'
import { tidyPath } from './container-paths.ts'
import { readExtraHosts } from './read-extra-hosts.ts'
import { readGrants } from './read-grants.ts'
import { flagAt, leaveOut, scalarAt } from './read-scalar.ts'
import { parseBytes } from './read-sizes.ts'
import { readSysctls } from './read-sysctls.ts'
import { readTmpfs } from './read-tmpfs.ts'
import { readUlimits } from './read-ulimits.ts'

const { shape } = containerSchema

/** All but the entrypoint, which depends on the image. */
export function readOptions(node: Located, notes: Notes): Omit<ContainerOptions, 'entrypoint'> {
  return {
    user: readUser(node, notes),
    workingDirectory: readDirectory(node, notes),
    init: flagAt(node, 'init', notes),
    stopSignal: readSignal(node, notes),
    readOnly: flagAt(node, 'read_only', notes) ?? false,
    memoryFolders: readTmpfs(node, notes),
    sharedMemoryBytes: readSharedMemory(node, notes),
    ulimits: readUlimits(node, notes),
    sysctls: readSysctls(node, notes),
    extraHosts: readExtraHosts(node, notes),
    grants: readGrants(node, notes),
  }
}

/** True if nothing is stated: only `read_only` has a value then. */
export function isUnset({ readOnly, ...options }: Partial<ContainerOptions>): boolean {
  const isStated = (value: unknown) =>
    typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value != null
  return readOnly !== true && !Object.values(options).some(isStated)
}

function readUser(node: Located, notes: Notes): string | null {
  const found = scalarAt(node, 'user', notes)
  if (found === null) return null
  const user = shape.user.safeParse(found.text)
  if (!user.success)
    leaveOut(notes, { key: 'user', line: found.line, why: 'must be a user such as node, 1000, or 1000:1000' })
  return user.data ?? null
}

function readDirectory(node: Located, notes: Notes): string | null {
  const found = scalarAt(node, 'working_dir', notes)
  if (found === null) return null
  const path = shape.workingDirectory.safeParse(tidyPath(found.text))
  if (!path.success)
    leaveOut(notes, { key: 'working_dir', line: found.line, why: 'must be an absolute path in the container' })
  return path.data ?? null
}

/** Docker takes `int`, `SIGINT`, and `2`. */
function readSignal(node: Located, notes: Notes): string | null {
  const found = scalarAt(node, 'stop_signal', notes)
  if (found === null) return null
  const text = found.text.toUpperCase()
  const signal = shape.stopSignal.safeParse(/^\d|^SIG/.test(text) ? text : `SIG${text}`)
  if (!signal.success) leaveOut(notes, { key: 'stop_signal', line: found.line, why: 'must be a signal such as SIGINT' })
  return signal.data ?? null
}

function readSharedMemory(node: Located, notes: Notes): number | null {
  const found = scalarAt(node, 'shm_size', notes)
  if (found === null) return null
  const stated = parseBytes(found.text)
  // Docker uses its default for 0.
  if (stated === 0) return null
  const bytes = shape.sharedMemoryBytes.safeParse(stated)
  if (!bytes.success || bytes.data === null)
    leaveOut(notes, { key: 'shm_size', line: found.line, why: 'must be a size from 4 KB to 1 TB' })
  return bytes.data ?? null
}
