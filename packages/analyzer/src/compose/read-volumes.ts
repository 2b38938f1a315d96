/**
 * Reads named volumes of a service; everything that would expose a part of the server is rejected, in every notation.
 */

import { itemsOf, type Located, textAt } from '../formats/located.ts'
import { onOneLine } from '../formats/one-line.ts'
import { interpolate } from './interpolate.ts'

export interface FoundVolumes {
  readonly volumes: { name: string; path: string }[]
  readonly refused: { what: string; line: number; instead: string }[]
}

const maxVolumes = 50

/** `service` names the volume of an anonymous path. */
export function readVolumes(node: Located | undefined, service: string): FoundVolumes {
  const volumes: FoundVolumes['volumes'] = []
  const refused: FoundVolumes['refused'] = []
  for (const item of itemsOf(node)) {
    const mount = item.kind === 'map' ? readLong(item) : item.kind === 'scalar' ? readShort(item.text) : null
    if (mount === null) continue
    const why = refusal(mount)
    if (why !== null) refused.push({ what: `volumes: ${describe(mount)}`, line: item.line, instead: why })
    else if (volumes.length < maxVolumes && mount.type === 'volume') {
      volumes.push({ name: mount.source ?? nameFor(service, mount.target), path: mount.target })
    }
  }
  return { volumes, refused }
}

interface Mount {
  readonly type: string
  readonly source: string | null
  readonly target: string
}

function readLong(item: Located): Mount | null {
  const target = resolve(textAt(item, 'target') ?? textAt(item, 'destination') ?? textAt(item, 'dst') ?? '')
  const source = textAt(item, 'source') ?? textAt(item, 'src')
  const stated = textAt(item, 'type') ?? 'volume'
  // A path is a bind mount, regardless of its type.
  const type = source !== null && stated === 'volume' && isPath(resolve(source)) ? 'bind' : stated
  return { type, source: source === null ? null : resolve(source), target }
}

/** Parses `[source:]target[:mode]`. */
function readShort(text: string): Mount | null {
  const parts = splitPlaces(resolve(text))
  const [first = '', second] = parts
  if (second === undefined || /^(?:ro|rw|z|Z|cached|delegated)(?:,|$)/.test(second)) {
    return { type: 'volume', source: null, target: first }
  }
  return { type: isPath(first) ? 'bind' : 'volume', source: first, target: second }
}

/** Splits at colons, except the one of `C:\`. */
function splitPlaces(text: string): string[] {
  const drive = /^[A-Za-z]:[\\/]/.test(text) ? text.slice(0, 2) : ''
  const parts = text.slice(drive.length).split(':')
  return [`${drive}${parts[0] ?? ''}`, ...parts.slice(1)]
}

function isPath(text: string): boolean {
  return /^[./~\\]|^[A-Za-z]:[\\/]|[/\\$`]/.test(text)
}

function refusal(mount: Mount): string | null {
  if (/docker\.sock|containerd\.sock|podman\.sock/.test(`${mount.source} ${mount.target}`)) {
    return 'No container gets the Docker socket.'
  }
  if (mount.type === 'bind') {
    return isOutside(mount.source ?? '')
      ? 'Longshore doesn’t mount paths of the server. Keep data in a named volume.'
      : 'The code is in the image. Copy the file in the Dockerfile, or keep data in a named volume.'
  }
  if (mount.type === 'tmpfs') return 'Every container can write to /tmp. Use a volume for data that must persist.'
  if (mount.type !== 'volume') return 'Use a named volume.'
  if (!mount.target.startsWith('/') || mount.target.includes('..')) return 'Use the absolute path inside the container.'
  if (mount.source !== null && !/^[A-Za-z0-9][\w.-]{0,127}$/.test(mount.source))
    return 'Use a plain name for the volume.'
  return null
}

function isOutside(source: string): boolean {
  return !/^\.(?:$|[/\\])/.test(source) || source.includes('..')
}

function resolve(text: string): string {
  return (interpolate(text).text ?? text).trim()
}

function nameFor(service: string, target: string): string {
  const part = target
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '')
  return `${service}-${part}`.slice(0, 100)
}

function describe(mount: Mount): string {
  return onOneLine(`${mount.source ?? ''}:${mount.target}`).slice(0, 120)
}
