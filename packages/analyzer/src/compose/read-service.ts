/** One service of a compose file, with every form of every key, as data. */
import type { AppWarning } from '../app.ts'
import type { ContainerOptions, Resources } from '../container.schemas.ts'
import { at, entriesOf, itemsOf, type Located, textAt } from '../formats/located.ts'
import { below, checkKeysIn, type Notes, note } from './compose-warning.ts'
import { mountedCode, mountedFolder } from './development-container.ts'
import { interpolate } from './interpolate.ts'
import { buildKeys, serviceKeys } from './keys.ts'
import { type ComposeAlias, type ComposeLink, readAliases, readLinks } from './read-aliases.ts'
import { type ComposeBuild, readBuild } from './read-build.ts'
import { readCommand } from './read-command.ts'
import { type ComposeDomain, readDomains } from './read-domains.ts'
import { secondsAt } from './read-durations.ts'
import { type ComposeVariable, readEnvironment } from './read-environment.ts'
import { type FileUse, readFileUses } from './read-file-uses.ts'
import { type ComposeHealth, readHealth } from './read-health.ts'
import { readLabelPorts, readLabels } from './read-labels.ts'
import { type Mount, readMounts } from './read-mounts.ts'
import { readOptions } from './read-options.ts'
import { type FoundPort, readExpose, readPorts, readVirtualPort } from './read-ports.ts'
import { type ComposeProfile, readProfiles } from './read-profiles.ts'
import { readReplicas, readResources } from './read-resources.ts'
import { keepFolders, toFolder } from './read-tmpfs.ts'
import { type ComposeStart, joinCommands } from './to-start.ts'
import { isWatcher } from './watchers.ts'

export interface ComposeService {
  /** Name in the file. */
  readonly name: string
  readonly line: number
  readonly build: ComposeBuild | null
  /** The folder of code that is mounted over that of the image. */
  readonly mounted: string | null
  readonly image: string | null
  readonly imageLine: number | null
  readonly start: ComposeStart
  /** Entrypoint and command as a line for a shell: what it says decides what the service is. */
  readonly command: string | null
  readonly commandLine: number | null
  readonly ports: readonly FoundPort[]
  readonly expose: readonly FoundPort[]
  readonly environment: readonly ComposeVariable[]
  readonly args: readonly ComposeVariable[]
  readonly envFiles: readonly { path: string; line: number }[]
  /** Null if the file states none. */
  readonly health: ComposeHealth | null
  readonly healthLine: number | null
  readonly options: Omit<ContainerOptions, 'entrypoint'>
  readonly resources: Resources | null
  readonly replicas: number | null
  readonly drainSeconds: number | null
  readonly mounts: readonly Mount[]
  readonly fileUses: readonly FileUse[]
  readonly dependsOn: readonly { name: string; isCompletion: boolean }[]
  readonly aliases: readonly ComposeAlias[]
  readonly links: readonly ComposeLink[]
  readonly profiles: readonly ComposeProfile[]
  readonly isRouted: boolean
  readonly domains: readonly ComposeDomain[]
  readonly warnings: readonly AppWarning[]
}

interface ReadServiceContext {
  readonly file: string
  readonly folder: string
  readonly line: number
  readonly hasFiles: (path: string) => boolean
  /** Profiles that the project enables. */
  readonly profiles: readonly string[]
}

export function readService(
  name: string,
  node: Located,
  { file, folder, line, hasFiles, profiles }: ReadServiceContext,
): ComposeService {
  const notes: Notes = { where: `service ${name.slice(0, 80)}`, file, warnings: [] }
  checkKeysIn(notes, node, serviceKeys)
  const mounts = readMounts(node, notes)
  const labels = [...readLabels(at(node, 'labels')), ...readLabels(at(node, 'deploy', 'labels'))]
  const labelPorts = readLabelPorts(labels)
  const environment = readEnvironment(at(node, 'environment'))
  const links = readLinks(node, notes)
  return {
    name,
    line,
    ...readImageAndStart(node, { folder, hasFiles, mounts, notes }),
    imageLine: lineOf(node, 'image'),
    commandLine: lineOf(node, 'command') ?? lineOf(node, 'entrypoint'),
    // Labels and variables for another proxy name the port that serves requests.
    ports: [...labelPorts.ports, ...readVirtualPort(environment), ...readPorts(at(node, 'ports'), notes)],
    expose: readExpose(at(node, 'expose')),
    environment,
    args: at(node, 'build')?.kind === 'map' ? readEnvironment(at(node, 'build', 'args')) : [],
    envFiles: readEnvFiles(at(node, 'env_file')),
    health: readHealth(node, notes),
    healthLine: lineOf(node, 'healthcheck'),
    options: withTmpfsMounts(readOptions(node, notes), mounts, notes),
    resources: readResources(node, notes),
    replicas: readReplicas(node, notes),
    drainSeconds: secondsAt(node, 'stop_grace_period', { notes, min: 0, max: 3_600 }),
    mounts,
    fileUses: readFileUses(node, notes),
    dependsOn: readDependsOn(at(node, 'depends_on'), links),
    aliases: readAliases(node, notes),
    links,
    profiles: readProfiles(at(node, 'profiles'), profiles, notes),
    isRouted: labelPorts.isRouted,
    domains: readDomains({ labels, environment }, notes),
    warnings: notes.warnings,
  }
}

interface ImageContext {
  readonly folder: string
  readonly hasFiles: (path: string) => boolean
  readonly mounts: readonly Mount[]
  readonly notes: Notes
}

function readImageAndStart(
  node: Located,
  { folder, hasFiles, mounts, notes }: ImageContext,
): Pick<ComposeService, 'build' | 'mounted' | 'image' | 'start' | 'command'> {
  const buildNode = at(node, 'build')
  const built = buildNode === undefined || isNothing(buildNode) ? null : readBuild(buildNode, folder)
  checkKeysIn(below(notes, 'build'), buildNode, buildKeys)
  if (built !== null && 'refused' in built) {
    const message = "this build context isn't supported."
    note(notes, 'compose_key_refused', { message, line: buildNode?.line ?? node.line, instead: built.refused })
  }
  const image = readImage(node)
  const code = built === null ? mountedCode(image, mounts, { folder, hasFiles }) : null
  const build = built === null || 'refused' in built ? code : built
  const mounted = build === null ? null : mountedFolder(mounts, folder, build.context)
  const start = { entrypoint: readCommand(node, 'entrypoint', notes), command: readCommand(node, 'command', notes) }
  const command = joinCommands(start.entrypoint?.text ?? null, start.command?.text ?? null)
  // The development command only installs and watches.
  const isDropped = code !== null || isWatcher(command, mounted)
  if (isDropped && command !== null)
    note(notes, 'compose_key_ignored', {
      message: 'the command for development has no effect.',
      line: start.command?.line ?? start.entrypoint?.line ?? node.line,
      instead: 'Longshore runs the command of the image, or the one that it detects in the code.',
    })
  return {
    build,
    mounted,
    image: code === null ? image : null,
    start: isDropped ? { entrypoint: null, command: null } : start,
    command: isDropped ? null : command,
  }
}

function withTmpfsMounts(
  options: ComposeService['options'],
  mounts: readonly Mount[],
  notes: Notes,
): ComposeService['options'] {
  const mounted = mounts.flatMap(({ type, target, sizeBytes, mode, line }) => {
    const folder = type === 'tmpfs' ? toFolder({ path: target, sizeBytes, mode }, { notes, line }) : null
    return folder === null ? [] : [{ folder, line }]
  })
  const stated = options.memoryFolders.map((folder) => ({ folder, line: 0 }))
  return { ...options, memoryFolders: keepFolders([...stated, ...mounted], notes) }
}

function isNothing(node: Located): boolean {
  return node.kind === 'scalar' && node.value === null
}

function readImage(node: Located): string | null {
  const text = textAt(node, 'image')
  if (text === null) return null
  return (interpolate(text).text ?? text).slice(0, 500)
}

export function lineOf(node: Located, key: string): number | null {
  return node.kind === 'map' ? (node.entries.get(key)?.line ?? null) : null
}

/** A path, a list of paths, or a list of `{ path, required }`. */
function readEnvFiles(node: Located | undefined): { path: string; line: number }[] {
  const items = node?.kind === 'scalar' ? [node] : itemsOf(node)
  return items.flatMap((item) => {
    const path = item.kind === 'scalar' ? item.text : textAt(item, 'path')
    return path === null || path === '' ? [] : [{ path: interpolate(path).text ?? path, line: item.line }]
  })
}

/** A list of names, or a map of name → condition. A link waits for its service too. */
function readDependsOn(node: Located | undefined, links: readonly ComposeLink[]): ComposeService['dependsOn'] {
  const listed = itemsOf(node).flatMap((item) =>
    item.kind === 'scalar' ? [{ name: item.text, isCompletion: false }] : [],
  )
  const mapped = entriesOf(node).map(([name, value]) => ({
    name,
    isCompletion: textAt(value, 'condition') === 'service_completed_successfully',
  }))
  const stated = [...listed, ...mapped]
  const linked = [...new Set(links.map(({ service }) => service))]
    .filter((service) => !stated.some(({ name }) => name === service))
    .map((name) => ({ name, isCompletion: false }))
  return [...stated, ...linked].slice(0, 50)
}
