/**
 * Just enough XML for pom.xml and .NET project files: elements, attributes, text, lines. Only the five standard
 * entities, no DTD.
 */

export interface XmlElement {
  readonly name: string
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

const maxElements = 20_000
const maxDepth = 100
const maxTag = 4_000

/** Returns an unnamed root element; a broken rest is omitted. */
export function parseXml(text: string): XmlElement {
  const root = element('', 1, {})
  const open = [root]
  let line = 1
  let position = 0
  let count = 0
  const advance = (to: number) => {
    for (let at = text.indexOf('\n', position); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) line += 1
    position = to
  }
  while (position < text.length && count < maxElements) {
    const start = text.indexOf('<', position)
    const current = open.at(-1) ?? root
    if (start === -1) break
    current.text += withoutEntities(text.slice(position, start))
    advance(start)
    const end = endOf(text, start)
    if (end === -1) break
    const inside = text.slice(start + 1, Math.min(end, start + maxTag))
    if (inside.startsWith('/')) {
      if (open.length > 1) open.pop()
    } else if (!inside.startsWith('!') && !inside.startsWith('?')) {
      count += 1
      const child = readTag(inside, line)
      current.children.push(child)
      if (text.charAt(end - 1) !== '/' && open.length < maxDepth) open.push(child)
    }
    advance(end + 1)
  }
  return root
}

/** Index of the `>` that closes the tag. */
function endOf(text: string, start: number): number {
  if (!text.startsWith('<!--', start)) return text.indexOf('>', start)
  const end = text.indexOf('-->', start + 4)
  return end === -1 ? -1 : end + 2
}

function element(name: string, line: number, attributes: Record<string, string>): XmlElement {
  return { name, line, attributes, children: [], text: '' }
}

function readTag(inside: string, line: number): XmlElement {
  const name = /^[\w.:-]{1,200}/.exec(inside)?.[0] ?? ''
  const attributes: Record<string, string> = {}
  let rest = inside.slice(name.length)
  for (let equals = rest.indexOf('='); equals !== -1; equals = rest.indexOf('=')) {
    const key = rest.slice(0, equals).trim()
    const value = rest.slice(equals + 1).trimStart()
    const quote = value.charAt(0)
    const end = quote === '"' || quote === "'" ? value.indexOf(quote, 1) : -1
    if (end === -1) break
    if (/^[\w.:-]{1,100}$/.test(key)) attributes[key] = withoutEntities(value.slice(1, end))
    rest = value.slice(end + 1)
  }
  return element(name, line, attributes)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function withoutEntities(text: string): string {
  return text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_all, name: string) => entities[name] ?? '')
}

export function childAt(from: XmlElement | null, ...names: string[]): XmlElement | null {
  let current = from
  for (const name of names) current = current?.children.find((child) => child.name === name) ?? null
  return current
}

export function textOf(from: XmlElement | null, ...names: string[]): string | null {
  const text = childAt(from, ...names)?.text.trim() ?? ''
  return text === '' ? null : text
}

/** Returns every element of that name at any depth. */
export function findAll(from: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const queue = [from]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next.name === name) found.push(next)
    queue.push(...next.children.toReversed())
  }
  return found
}
