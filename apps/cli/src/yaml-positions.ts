/** Positions of fields in a YAML document, for error messages. */
import { isMap, isPair, isSeq, type Node } from 'yaml'

/** Position of the field at a JSON pointer, or of its parent if the field is missing. */
export function offsetAt(root: Node | null, path: readonly string[]): number | undefined {
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

export function partsOfPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The parser repeats the position and the source in its messages. */
export function firstLineOf(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '')
}

function startOf(place: unknown): number | undefined {
  if (typeof place !== 'object' || place === null || !('range' in place) || !Array.isArray(place.range))
    return undefined
  const [start]: unknown[] = place.range
  return typeof start === 'number' ? start : undefined
}
