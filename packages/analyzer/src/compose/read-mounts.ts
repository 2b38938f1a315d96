/** Reads `volumes` of a service in both notations, as data. place-mounts.ts decides what becomes of them. */
import { at, itemsOf, type Located, textAt } from '../formats/located.ts'
import { onOneLine } from '../formats/one-line.ts'
import { below, checkKeysIn, type Notes, note } from './compose-warning.ts'
import { tidyPath } from './container-paths.ts'
import { type InlineText, readInlineText } from './inline-text.ts'
import { interpolate } from './interpolate.ts'
import { mountedVolumeKeys, mountKeys } from './nested-keys.ts'
import { modeAt } from './read-modes.ts'
import { leaveOut, type Scalar } from './read-scalar.ts'
import { parseBytes } from './read-sizes.ts'

export interface Mount {
  /** `volume`, `bind`, `tmpfs`, or what the file states. */
  readonly type: string
  /** Name or path; null for an anonymous volume. */
  readonly source: string | null
  readonly target: string
  readonly isReadOnly: boolean
  /** True for a mount of a part of a volume, which is refused. */
  readonly isPart: boolean
  readonly line: number
  /** Size of a folder in memory. */
  readonly sizeBytes: number | null
  /** Mode of a folder in memory. */
  readonly mode: string | null
  /** Text of a file, which Coolify has here. */
  readonly content: InlineText | null
}

const maxMounts = 200

export function readMounts(node: Located, notes: Notes): Mount[] {
  const items = itemsOf(at(node, 'volumes'))
  const [extra] = items.slice(maxMounts)
  if (extra !== undefined)
    leaveOut(notes, { key: 'volumes', line: extra.line, why: `has more than ${maxMounts} entries` })
  return items.slice(0, maxMounts).flatMap((item) => {
    if (item.kind === 'map') return [readLong(item, below(notes, 'volumes'))]
    return item.kind === 'scalar' ? [readShort(item, below(notes, 'volumes'))] : []
  })
}

export function describeMount({ source, target }: Pick<Mount, 'source' | 'target'>): string {
  return onOneLine(`volumes: ${source ?? ''}:${target}`).slice(0, 130)
}

function readLong(item: Located, notes: Notes): Mount {
  checkKeysIn(notes, item, mountKeys)
  checkKeysIn(notes, at(item, 'volume'), mountedVolumeKeys)
  const target = resolve(textAt(item, 'target') ?? textAt(item, 'destination') ?? textAt(item, 'dst') ?? '')
  const stated = textAt(item, 'source') ?? textAt(item, 'src')
  const source = stated === null ? null : resolve(stated)
  const type = textAt(item, 'type') ?? 'volume'
  return {
    // A path is a bind mount, regardless of its type.
    type: source !== null && type === 'volume' && isPath(source) ? 'bind' : type,
    source,
    target: tidyPath(target.replace(/:r[ow]$/, '')),
    isReadOnly: (textAt(item, 'read_only') ?? textAt(item, 'readonly')) === 'true',
    isPart: textAt(item, 'volume', 'subpath') !== null,
    line: item.line,
    sizeBytes: parseBytes(textAt(item, 'tmpfs', 'size') ?? ''),
    mode: modeAt(at(item, 'tmpfs'), 'mode') ?? modeAt(item, 'mode'),
    content: contentOf(textAt(item, 'content')),
  }
}

/** Parses `[source:]target[:mode]`. */
function readShort({ text, line }: Scalar, notes: Notes): Mount {
  const parts = splitPlaces(resolve(text))
  const [first = '', second] = parts
  const isAnonymous = second === undefined || /^(?:ro|rw|z|Z|cached|delegated)(?:,|$)/.test(second)
  const options = (isAnonymous ? second : parts[2])?.split(',') ?? []
  if (options.includes('nocopy'))
    note(notes, 'compose_key_ignored', {
      message: '"nocopy" has no effect.',
      line,
      instead: mountedVolumeKeys.nocopy?.instead ?? null,
    })
  const common = { isReadOnly: options.includes('ro'), isPart: false, line, sizeBytes: null, mode: null, content: null }
  if (isAnonymous) return { type: 'volume', source: null, target: tidyPath(first), ...common }
  return { type: isPath(first) ? 'bind' : 'volume', source: first, target: tidyPath(second), ...common }
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

function contentOf(text: string | null): InlineText | null {
  return text === null ? null : readInlineText(text)
}

/** Unresolved references stay visible, so that they aren't taken for a name. PWD is the folder of the file. */
function resolve(text: string): string {
  return interpolate(text)
    .visible.trim()
    .replace(/^\$(?:PWD|\{PWD\})(?=\/|$|:)/, '.')
}
