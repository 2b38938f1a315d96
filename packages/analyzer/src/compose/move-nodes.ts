/** Moves definitions from one compose file to another: their lines and their relative paths become those of the other. */
import { at, entriesOf, itemsOf, type Located, textAt } from '../formats/located.ts'
import { interpolate } from './interpolate.ts'

/** Warnings about moved definitions name the line that asked for them. */
export function atLine(node: Located, line: number): Located {
  if (node.kind === 'scalar') return { ...node, line }
  if (node.kind === 'list') return { ...node, line, items: node.items.map((item) => atLine(item, line)) }
  return {
    ...node,
    line,
    entries: new Map(entriesOf(node).map(([key, value]) => [key, { line, value: atLine(value, line) }])),
  }
}

/** The path from one folder to another, such as `./sub` or `./../common`. */
export function pathBetween(from: string, to: string): string {
  const [left, right] = [from, to].map((folder) => (folder === '.' ? [] : folder.split('/')))
  const [start = [], end = []] = [left, right]
  let same = 0
  while (same < start.length && same < end.length && start[same] === end[same]) same += 1
  return ['.', ...start.slice(same).map(() => '..'), ...end.slice(same)].join('/')
}

/** `prefix` is the path from the folder of the reader to that of the service's file. */
export function moveService(service: Located, prefix: string): Located {
  if (prefix === '.') return service
  const move = (node: Located) => movePath(node, prefix)
  const build = at(service, 'build')
  return withChanges(service, {
    build:
      build?.kind === 'map'
        ? withChanges(build, { context: mapped(at(build, 'context') ?? scalar('.', build.line), move) })
        : mapped(build, move),
    env_file: mapped(at(service, 'env_file'), move),
    volumes: mapped(at(service, 'volumes'), move),
  })
}

/** A config or a secret of the top level. */
export function moveFile(node: Located, prefix: string): Located {
  return prefix === '.' ? node : withChanges(node, { file: mapped(at(node, 'file'), (path) => movePath(path, prefix)) })
}

function mapped(node: Located | undefined, move: (node: Located) => Located): Located | undefined {
  return node?.kind === 'list'
    ? { ...node, items: itemsOf(node).map(move) }
    : node === undefined
      ? undefined
      : move(node)
}

function withChanges(node: Located, changes: Readonly<Record<string, Located | undefined>>): Located {
  if (node.kind !== 'map') return node
  const entries = new Map(node.entries)
  for (const [key, value] of Object.entries(changes))
    if (value !== undefined) entries.set(key, { line: entries.get(key)?.line ?? node.line, value })
  return { ...node, entries }
}

/** Names of volumes, URLs, and paths of the server stay. In a map, the path is its source or its path. */
function movePath(node: Located, prefix: string): Located {
  if (node.kind === 'map') {
    const key = ['source', 'src', 'path'].find((each) => textAt(node, each) !== null)
    const path = key === undefined ? undefined : at(node, key)
    const isVolume = key !== 'path' && path?.kind === 'scalar' && !path.text.startsWith('.')
    return key === undefined || path === undefined || isVolume
      ? node
      : withChanges(node, { [key]: movePath(path, prefix) })
  }
  if (node.kind !== 'scalar' || node.value === null) return node
  const text = interpolate(node.text).visible
  const isRelative = /^\.{1,2}(?:\/|:|$)/.test(text) || /^[\w-][\w./-]*$/.test(text)
  return isRelative ? scalar(text === '.' ? prefix : `${prefix}/${text.replace(/^\.\//, '')}`, node.line) : node
}

function scalar(text: string, line: number): Located {
  return { kind: 'scalar', line, value: text, text }
}
