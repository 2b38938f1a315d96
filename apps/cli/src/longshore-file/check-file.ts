/** Checks longshore.yaml against the published schema and reports errors with their lines. */
import { validate } from '@longshore/sdk/validate'
import { isMap, isPair, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { longshoreSchema } from './schema.generated.ts'

export interface FileFault {
  readonly line: number
  /** For example, `services.web.port`. Empty: the whole file. */
  readonly field: string
  readonly message: string
}

export function checkLongshoreFile(text: string): FileFault[] {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: true })
  const lineAt = (offset: number | undefined) => (offset === undefined ? 1 : counter.linePos(offset).line)
  if (document.errors.length > 0)
    return document.errors.map((each) => ({ line: lineAt(each.pos[0]), field: '', message: firstLine(each.message) }))
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  return validate(longshoreSchema, value)
    .map(({ pointer, message }) => {
      const path = pointer.split('/').slice(1).map(decode)
      return { line: lineAt(offsetOf(document.contents, path)), field: path.join('.'), message }
    })
    .sort((a, b) => a.line - b.line)
}

/** Position of the field, or of its parent if the field is missing. */
function offsetOf(root: Node | null, path: readonly string[]): number | undefined {
  let node: unknown = root
  let offset = root?.range?.[0]
  for (const name of path) {
    const inner: unknown = isMap(node)
      ? node.items.find((each) => isPair(each) && String(each.key) === name)
      : isSeq(node)
        ? node.items[Number(name)]
        : undefined
    if (inner === undefined) return offset
    const place: unknown = isPair(inner) ? inner.key : inner
    offset = startOf(place) ?? offset
    node = isPair(inner) ? inner.value : inner
  }
  return offset
}

function startOf(place: unknown): number | undefined {
  if (typeof place !== 'object' || place === null || !('range' in place) || !Array.isArray(place.range))
    return undefined
  const [start]: unknown[] = place.range
  return typeof start === 'number' ? start : undefined
}

function decode(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? text).replace(/ at line \d+, column \d+:?$/, '')
}
