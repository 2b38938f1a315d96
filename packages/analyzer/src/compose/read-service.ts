/** One service of a compose file, with every form of every key, as data. */
import type { AppWarning } from '../app.ts'
import { at, entriesOf, itemsOf, type Located, textAt } from '../formats/located.ts'
import { checkKeys, refuse } from './compose-warning.ts'
import { mountedCode, mountedFolder } from './development-container.ts'
import { interpolate } from './interpolate.ts'
import { buildKeys, serviceKeys } from './keys.ts'
import { type ComposeBuild, readBuild } from './read-build.ts'
import { readCommand } from './read-command.ts'
import { type ComposeVariable, readEnvironment } from './read-environment.ts'
import { readHealth } from './read-health.ts'
import { type FoundPort, readExpose, readPorts } from './read-ports.ts'
import { readVolumes } from './read-volumes.ts'
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
  readonly command: string | null
  readonly commandLine: number | null
  readonly ports: readonly FoundPort[]
  readonly expose: readonly FoundPort[]
  readonly environment: readonly ComposeVariable[]
  readonly args: readonly ComposeVariable[]
  readonly envFiles: readonly { path: string; line: number }[]
  readonly healthCheck: ReturnType<typeof readHealth>
  readonly healthLine: number | null
  readonly volumes: readonly { name: string; path: string }[]
  readonly dependsOn: readonly { name: string; isCompletion: boolean }[]
  readonly aliases: readonly string[]
  readonly hasProfile: boolean
  readonly isRouted: boolean
  readonly warnings: readonly AppWarning[]
}

export function readService(
  name: string,
  node: Located,
  place: { file: string; folder: string; line: number },
): ComposeService {
  const { file, folder, line } = place
  const where = `service ${name.slice(0, 80)}`
  const warnings = checkKeys(node, serviceKeys, { where, file })
  const buildNode = at(node, 'build')
  const built = buildNode === undefined || isNothing(buildNode) ? null : readBuild(buildNode, folder)
  if (buildNode !== undefined) warnings.push(...checkKeys(buildNode, buildKeys, { where: `${where}: build`, file }))
  if (built !== null && 'refused' in built) {
    warnings.push(refuse(where, 'this build context', { file, line: buildNode?.line ?? line, instead: built.refused }))
  }
  const mounts = readVolumes(at(node, 'volumes'), name)
  for (const one of mounts.refused)
    warnings.push(refuse(where, one.what, { file, line: one.line, instead: one.instead }))
  const labelPorts = readLabelPorts(at(node, 'labels'))
  const image = readImage(node)
  const code = built === null ? mountedCode(image, mounts.refused, folder) : null
  const command = joinCommands(readCommand(at(node, 'entrypoint')), readCommand(at(node, 'command')))
  const build = built === null || 'refused' in built ? code : built
  const mounted = build === null ? null : mountedFolder(mounts.refused, folder, build.context)
  return {
    name,
    line,
    build,
    mounted,
    image: code === null ? image : null,
    imageLine: lineOf(node, 'image'),
    // The development command only installs and watches.
    command: code === null && !isWatcher(command, mounted) ? command : null,
    commandLine: lineOf(node, 'command') ?? lineOf(node, 'entrypoint'),
    ports: [...readPorts(at(node, 'ports')), ...labelPorts.ports],
    expose: readExpose(at(node, 'expose')),
    environment: readEnvironment(at(node, 'environment')),
    args: buildNode?.kind === 'map' ? readEnvironment(at(buildNode, 'args')) : [],
    envFiles: readEnvFiles(at(node, 'env_file')),
    healthCheck: readHealth(at(node, 'healthcheck')),
    healthLine: lineOf(node, 'healthcheck'),
    volumes: mounts.volumes,
    dependsOn: readDependsOn(at(node, 'depends_on')),
    aliases: readAliases(node),
    hasProfile: itemsOf(at(node, 'profiles')).length > 0,
    isRouted: labelPorts.isRouted,
    warnings,
  }
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

function joinCommands(entrypoint: string | null, command: string | null): string | null {
  if (entrypoint === null || command === null) return entrypoint ?? command
  return `${entrypoint} ${command}`.slice(0, 2_000)
}

/** A path, a list of paths, or a list of `{ path, required }`. */
function readEnvFiles(node: Located | undefined): { path: string; line: number }[] {
  const items = node?.kind === 'scalar' ? [node] : itemsOf(node)
  return items.flatMap((item) => {
    const path = item.kind === 'scalar' ? item.text : textAt(item, 'path')
    return path === null || path === '' ? [] : [{ path: interpolate(path).text ?? path, line: item.line }]
  })
}

/** A list of names, or a map of name → condition. */
function readDependsOn(node: Located | undefined): ComposeService['dependsOn'] {
  const listed = itemsOf(node).flatMap((item) =>
    item.kind === 'scalar' ? [{ name: item.text, isCompletion: false }] : [],
  )
  const mapped = entriesOf(node).map(([name, value]) => ({
    name,
    isCompletion: textAt(value, 'condition') === 'service_completed_successfully',
  }))
  return [...listed, ...mapped].slice(0, 50)
}

/** Names from networks, links, hostname, and container_name. */
function readAliases(node: Located): string[] {
  const ofNetworks = entriesOf(at(node, 'networks')).flatMap(([, network]) =>
    itemsOf(at(network, 'aliases')).flatMap((item) => (item.kind === 'scalar' ? [item.text] : [])),
  )
  const names = [textAt(node, 'hostname'), textAt(node, 'container_name')].flatMap((name) => name ?? [])
  return [...new Set([...ofNetworks, ...names])].filter((name) => /^[A-Za-z0-9][\w.-]{0,99}$/.test(name)).slice(0, 20)
}

/** Labels of Traefik and nginx-proxy: services that are public, and their ports. */
function readLabelPorts(node: Located | undefined): { ports: FoundPort[]; isRouted: boolean } {
  const labels = readLabels(node)
  const ports = labels.flatMap(([key, value, line]) => {
    const port = /^traefik\.http\.services\.[^.]+\.loadbalancer\.server\.port$/.test(key) ? Number(value) : Number.NaN
    return Number.isInteger(port) && port > 0 && port < 65_536 ? [{ port, line, text: `${key}=${value}` }] : []
  })
  return { ports, isRouted: labels.some(([key]) => /^traefik\.http\.routers\.|^caddy(?:\.|$)/.test(key)) }
}

function readLabels(node: Located | undefined): [key: string, value: string, line: number][] {
  const mapped = entriesOf(node).map(([key, value, line]): [string, string, number] => [
    key,
    value.kind === 'scalar' ? value.text : '',
    line,
  ])
  const listed = itemsOf(node).flatMap((item): [string, string, number][] => {
    const [key = '', ...rest] = item.kind === 'scalar' ? item.text.split('=') : []
    return key === '' ? [] : [[key, rest.join('='), item.line]]
  })
  return [...mapped, ...listed]
}
