/** The volumes, folders in memory, and files of one service: each path has one of them, and files need a place to be written to. */
import { fileSchema, filesSchema, type ServiceFile, type ServiceGrants } from '../container.schemas.ts'
import { type Notes, note } from './compose-warning.ts'
import { isBelow } from './container-paths.ts'
import type { MemoryFolder } from './read-tmpfs.ts'

export interface Places {
  /** `owner` is the name in the file of the service that the volume belongs to, if it is another one. */
  readonly volumes: { name: string; path: string; owner?: string }[]
  readonly files: ServiceFile[]
  /** Paths of the server. */
  readonly hostMounts: ServiceGrants['hostMounts']
  readonly memoryFolders: readonly MemoryFolder[]
  /** Line of the first file; null without files. */
  filesLine: number | null
}

/** The mount that a path comes from. */
export interface Mounted {
  readonly notes: Notes
  /** Begins a sentence, such as `volumes: data:/data`. */
  readonly what: string
  readonly line: number
}

/** As many as a service can have in Longshore. */
const maxVolumes = 20
const maxHostMounts = 20

export function addVolume(places: Places, volume: { name: string; path: string }, place: Mounted): boolean {
  const why =
    places.volumes.length >= maxVolumes
      ? `A service has at most ${maxVolumes} volumes.`
      : isTaken(places, volume.path)
        ? 'Another mount has the same path.'
        : null
  if (why === null) places.volumes.push(volume)
  else leaveOut(place, why)
  return why === null
}

export function addHostMount(places: Places, mount: Places['hostMounts'][number], place: Mounted): boolean {
  const why =
    places.hostMounts.length >= maxHostMounts
      ? `A service mounts at most ${maxHostMounts} paths of the server.`
      : isTaken(places, mount.path)
        ? 'Another mount has the same path.'
        : null
  if (why === null) places.hostMounts.push(mount)
  else leaveOut(place, why)
  return why === null
}

export function addFile(
  places: Places,
  stated: Pick<ServiceFile, 'path' | 'mode'> &
    Partial<Pick<ServiceFile, 'uid' | 'gid' | 'content' | 'source' | 'variable'>>,
  place: Mounted,
): boolean {
  const file = fileSchema.safeParse(stated)
  const why = file.success
    ? whyNoFile(places, file.data)
    : 'The path or the text isn’t valid for a file in a container.'
  if (why === null && file.success) {
    places.files.push(file.data)
    places.filesLine ??= place.line
  } else leaveOut(place, why ?? '')
  return why === null
}

/** Docker can't write into a read-only root, so the files decide. */
export function canBeReadOnly({ files, volumes }: Places): boolean {
  return files.every((file) => volumes.some((volume) => isBelow(file.path, volume.path)))
}

function whyNoFile(places: Places, file: ServiceFile): string | null {
  if (isTaken(places, file.path)) return 'Another mount has the same path.'
  if (places.memoryFolders.some((folder) => isBelow(file.path, folder.path)))
    return 'It’s below a folder in memory, which is empty after each start.'
  return filesSchema.safeParse([...places.files, file]).success
    ? null
    : 'A service has at most 50 files with 96 KB of text. Copy the others into the image in the Dockerfile.'
}

function isTaken({ volumes, files, memoryFolders, hostMounts }: Places, path: string): boolean {
  return [...volumes, ...files, ...memoryFolders, ...hostMounts].some((one) => one.path === path)
}

function leaveOut({ notes, what, line }: Mounted, why: string): void {
  note(notes, 'compose_key_refused', { message: `${what} isn't supported.`, line, instead: why })
}
