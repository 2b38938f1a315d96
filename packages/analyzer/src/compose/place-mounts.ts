/**
 * Decides what becomes of the mounts of a service: named volumes stay, files of the repository are placed into the
 * containers, missing ones become volumes or variables, and paths of the server need the permission of an operator.
 */
import type { ServiceFile } from '../container.schemas.ts'
import { containerPath } from '../container.schemas.ts'
import { onOneLine } from '../formats/one-line.ts'
import { nameOf } from '../formats/repository-path.ts'
import { type Notes, note } from './compose-warning.ts'
import { addFile, addHostMount, addVolume, type Mounted, type Places } from './container-places.ts'
import type { Placing } from './placing.ts'
import { isGrantable, noteAllowance } from './read-grants.ts'
import { describeMount, type Mount } from './read-mounts.ts'
import type { SourceFile } from './repository-files.ts'

export interface MountingService {
  /** Name in the file. */
  readonly name: string
  /** Name in the report. */
  readonly label: string
  readonly mounts: readonly Mount[]
  /** True for code that is in the image anyway. */
  isCode(path: string, target: string): boolean
}

export async function placeMounts(
  service: MountingService,
  places: Places,
  { placing, notes }: { placing: Placing; notes: Notes },
): Promise<void> {
  for (const mount of service.mounts) {
    // Texts are placed together with configs.
    if (mount.type === 'tmpfs' || mount.content !== null) continue
    const why = refusal(mount, placing)
    if (why !== null) refuseMount(mount, { notes, instead: why })
    else if (isTimezone(mount)) noteTimezone(mount, notes)
    else if (isGrantable(mount)) placeHostPath(mount, { places, placing, notes })
    else if (mount.type === 'volume') placeVolume(service, mount, { places, placing, notes })
    else await placeBind(service, mount, { places, placing, notes })
  }
}

interface Work {
  readonly places: Places
  readonly placing: Placing
  readonly notes: Notes
}

/** The reason why a mount is refused, whatever the repository has. */
function refusal(mount: Mount, placing: Placing): string | null {
  const { type, source, target } = mount
  if (/\.sock(?:$|\/|:)/.test(`${source} ${target}`) && !isGrantable(mount))
    return 'No container gets a socket of the server but the one of Docker, if an operator allows it.'
  if (type !== 'bind' && type !== 'volume') return 'Use a named volume.'
  if (isTimezone(mount)) return null
  if (type === 'bind' && (source ?? '') === '') return 'Name a file or a directory of the repository.'
  if (type === 'bind' && isHostPath(source ?? '') && !isGrantable(mount))
    return 'Longshore doesn’t mount this path of the server. Keep data in a named volume.'
  if (type === 'bind' && !isGrantable(mount) && placing.resolve(source ?? '') === null)
    return 'Longshore mounts only files of the repository. Keep data in a named volume.'
  if (!containerPath.safeParse(target).success)
    return 'Use an absolute path inside the container, outside of /proc, /sys, and /dev.'
  if (type === 'volume' && source !== null && !/^[A-Za-z0-9][\w.-]{0,127}$/.test(source))
    return 'Use a plain name for the volume.'
  return type === 'volume' && mount.isPart ? 'A volume is mounted as a whole.' : null
}

function placeHostPath({ source, target, isReadOnly, ...mount }: Mount, { places, notes }: Work): void {
  const what = describeMount({ source, target })
  const { line } = mount
  const wanted = { source: source ?? '', path: target, readOnly: isReadOnly }
  if (addHostMount(places, wanted, { notes, what, line })) noteAllowance(notes, { what, line })
}

function placeVolume(service: MountingService, mount: Mount, { places, placing, notes }: Work): void {
  const name = placing.volumeNames.ofVolume(mount.source ?? anonymousName(service.name, mount.target))
  const isAdded = addVolume(places, { name, path: mount.target }, mountedBy(mount, notes))
  if (isAdded && mount.isReadOnly)
    note(notes, 'compose_value_changed', {
      message: `${describeMount(mount)} is mounted writable.`,
      line: mount.line,
      instead: 'The program can write to all of its volumes.',
    })
}

async function placeBind(service: MountingService, mount: Mount, work: Work): Promise<void> {
  const { placing, notes } = work
  const path = placing.resolve(mount.source ?? '') ?? '.'
  if (service.isCode(path, mount.target)) {
    refuseMount(mount, {
      notes,
      instead: 'The code is in the image. Copy the file in the Dockerfile, or keep data in a named volume.',
    })
    return
  }
  const found = await placing.find(path)
  if (found.kind === 'refused') refuseMount(mount, { notes, instead: found.why })
  else if (found.kind === 'absent') placeAbsent(service, mount, { ...work, path })
  else {
    const files =
      found.kind === 'file'
        ? [{ ...found.file, target: mount.target }]
        : found.files.map((one) => ({ ...one, target: `${mount.target}/${insideOf(one.path, path)}` }))
    const place = { placing, ...mountedBy(mount, notes) }
    const added = files.filter(({ target, ...file }) =>
      addSource(work.places, { path: target, mode: file.mode, file }, place),
    )
    if (added.length > 0 && !mount.isReadOnly) noteLostChanges(mount, notes)
  }
}

/** Adds a file of the repository, if deployments can keep its text. */
export function addSource(
  places: Places,
  {
    file,
    ...stated
  }: Pick<ServiceFile, 'path' | 'mode'> & Partial<Pick<ServiceFile, 'uid' | 'gid'>> & { file: SourceFile },
  { placing, ...place }: Mounted & { placing: Placing },
): boolean {
  if (placing.budgets.source.take(file.length)) return addFile(places, { ...stated, source: file.path }, place)
  note(place.notes, 'compose_key_refused', {
    message: `the file ${file.path.slice(0, 200)} isn't supported.`,
    line: place.line,
    instead: 'The files of all services have at most 96 KB together. Copy large files in the Dockerfile.',
  })
  return false
}

/** Docker would create a folder. A person who runs the file has the real one, so its name decides. */
function placeAbsent(
  service: MountingService,
  mount: Mount,
  { path, places, placing, notes }: Work & { path: string },
): void {
  const { line, source, target } = mount
  if (!isFileName(nameOf(path)) || !isFileName(nameOf(target))) {
    const name = placing.volumeNames.ofFolder(path)
    if (addVolume(places, { name, path: target }, mountedBy(mount, notes)))
      note(notes, 'compose_folder_as_volume', {
        message: `${describeMount(mount)} becomes the volume ${name}, which starts empty.`,
        line,
        instead: 'Import the data of the directory, or add its files to the repository.',
      })
  } else if (dataFile.test(path) || dataFile.test(target)) {
    refuseMount(mount, {
      notes,
      instead: 'A single file isn’t kept between deployments. Mount its directory as a named volume.',
    })
  } else {
    const wanted = { id: `path ${path}`, name: path, key: null, isSecret: false, shared: null, path: target, line }
    const variable = placing.variables.keyOf(wanted)
    if (addFile(places, { path: target, mode: '0644', variable }, mountedBy(mount, notes))) {
      placing.variables.add({ ...wanted, service: service.label })
      noteVariable(notes, { what: `the file ${source ?? path}`, why: 'isn’t there', variable, line })
    }
  }
}

function mountedBy(mount: Mount, notes: Notes): Mounted {
  return { notes, what: describeMount(mount), line: mount.line }
}

/** `what` is the file, and `why` completes the sentence. */
export function noteVariable(
  notes: Notes,
  { what, why, variable, line }: { what: string; why: string; variable: string; line: number },
): void {
  note(notes, 'compose_file_as_variable', {
    message: `${onOneLine(what).slice(0, 120)} ${why}, so its text becomes the variable ${variable}.`,
    line,
    instead: `Paste the text of the file as the value of ${variable}.`,
  })
}

/** Files that programs write: their data would be lost. */
const dataFile = /\.(?:db|db3|sqlite|sqlite3|mdb|log|pid|lock|jks|p12|pfx|zip|gz|tar|so|jar|bin)$/i

/** A name with an extension, or one that files usually have. `conf.d` and `v1.2` are folders. */
function isFileName(name: string): boolean {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot + 1) : ''
  if (extension !== 'd' && /^[A-Za-z]\w{0,9}$/.test(extension)) return true
  return /^\.env|^[A-Z][a-z]{1,20}file$|^(?:crontab|\.?htpasswd|authorized_keys)$/.test(name)
}

/** Every host has these, and images mount them only to show its time zone. */
function isTimezone({ source, target }: Mount): boolean {
  const isHost = source !== null && isHostPath(source)
  return isHost && [source, target].some((path) => path === '/etc/localtime' || path === '/etc/timezone')
}

function noteTimezone(mount: Mount, notes: Notes): void {
  note(notes, 'compose_key_ignored', {
    message: `${describeMount(mount)} has no effect.`,
    line: mount.line,
    instead: 'Containers use UTC. Set the variable TZ for another time zone.',
  })
}

function noteLostChanges(mount: Mount, notes: Notes): void {
  note(notes, 'compose_file_changes_lost', {
    message: `${describeMount(mount)} is placed again into each new container.`,
    line: mount.line,
    instead: 'What the program changes there is lost. Keep data in a named volume, or state the mount as read-only.',
  })
}

export function refuseMount(mount: Mount, { notes, instead }: { notes: Notes; instead: string }): void {
  note(notes, 'compose_key_refused', { message: `${describeMount(mount)} isn't supported.`, line: mount.line, instead })
}

/** Everything but `./x`, `../x`, and `x/y`. */
function isHostPath(source: string): boolean {
  return /^[/~\\]|^[A-Za-z]:[\\/]|[\\$`]/.test(source)
}

function insideOf(path: string, folder: string): string {
  return folder === '.' ? path : path.slice(folder.length + 1)
}

function anonymousName(service: string, target: string): string {
  const part = target
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '')
  return `${service}-${part}`.slice(0, 100)
}
