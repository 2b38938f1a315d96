/** Finds the prefix of a route: the group, scope, blueprint, or controller that contains it. */
import type { Hit } from './code-file.ts'

const maxAbove = 400
const group = /\b(?:scope|Route|route|Group|group|MapGroup|namespace|nest|prefix|path)\b/
const mapping = /^[ \t]*[@[#]*(?:RequestMapping|Route|Controller|Path)\(/

export function prefixOf(hit: Hit): string {
  return named(hit) ?? enclosing(hit)
}

/** Handles `api.GET("/health")`, where `api` was created with a path in the same file. */
function named({ code, line, match }: Hit): string | null {
  const before = (code.lines[line - 1] ?? '').slice(0, match.index)
  const receiver = /(?:^|[^\w.])(\w{1,40})\.\w{1,20}\([^()]{0,40}$/.exec(before)?.[1]
  if (receiver === undefined || receiver === 'app') return null
  const created = code.lines.find(
    (text) => new RegExp(`(?:^|[ \\t])${receiver}[ \\t]*:?=`).test(text) && group.test(text.replace('_', ' ')),
  )
  const inline = code.lines.find(
    (text) => new RegExp(`(?:^|[ \\t])${receiver}[ \\t]*:?=`).test(text) && /[Rr]outer\(|Blueprint\(/.test(text),
  )
  const path = firstPath(created ?? inline ?? '')
  return path === '' ? null : path
}

/** Blocks around the line, from the outside in, by their indentation; for a class, the mapping above it. */
function enclosing({ code, line }: Hit): string {
  let indent = indentOf(code.lines[line - 1] ?? '')
  const found: string[] = []
  for (let index = line - 2; index >= 0 && index > line - maxAbove && indent > 0; index -= 1) {
    const text = code.lines[index] ?? ''
    if (text.trim() === '' || indentOf(text) >= indent) continue
    indent = indentOf(text)
    if (/\bclass\b/.test(text)) {
      found.push(
        firstPath(code.lines.slice(Math.max(0, index - 5), index).findLast((above) => mapping.test(above)) ?? ''),
      )
    } else if (group.test(text)) found.push(firstPath(text))
  }
  return found.toReversed().join('')
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}

/** Returns `"/api"`, but not `"/"` or a pattern. A controller of Spring or .NET can omit the slash. */
function firstPath(text: string): string {
  const path =
    /["'](\/[\w/-]{1,60})["']/.exec(text)?.[1] ??
    (mapping.test(text) ? /["'](\w[\w/-]{0,60})["']/.exec(text)?.[1] : undefined)
  if (path === undefined) return ''
  const plain = path.endsWith('/') ? path.slice(0, -1) : path
  return plain.startsWith('/') || plain === '' ? plain : `/${plain}`
}
