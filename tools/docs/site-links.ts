/** Checks the built site: every `href` and `src` points to a file of it, and every anchor to an existing id. */
import { dirname, join, normalize } from 'node:path'
import { unescapeHtml } from './escape.ts'

/** The link targets of each path; a file that isn't a page has none. */
export type SiteIds = ReadonlyMap<string, ReadonlySet<string>>

export function readSiteIds(files: ReadonlyMap<string, string>): SiteIds {
  return new Map([...files].map(([path, text]) => [path, new Set(path.endsWith('.html') ? readIds(text) : [])]))
}

export function checkPageLinks(path: string, text: string, ids: SiteIds): { links: number; broken: string[] } {
  const targets = readTargets(text)
  const broken = targets.flatMap((target) => {
    const fault = findFault(path, target, ids)
    return fault === undefined ? [] : [`${path}: ${target} ${fault}`]
  })
  const own = readIds(text)
  const doubled = own.length === new Set(own).size ? [] : own.filter((id, index) => own.indexOf(id) !== index)
  return { links: targets.length, broken: [...broken, ...doubled.map((id) => `${path}: the id ${id} is there twice`)] }
}

function findFault(from: string, target: string, ids: SiteIds): string | undefined {
  if (/^https?:/.test(target)) return undefined
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//')) return 'is of no scheme that a page may link to'
  const [path = '', anchor] = target.split('#')
  if (path.startsWith('/')) return 'works only at the top of a host'
  const file = path === '' ? from : normalize(join(dirname(from), decodeURIComponent(path)))
  const known = ids.get(file)
  if (known === undefined) return 'leads nowhere'
  return anchor === undefined || known.has(decodeURIComponent(anchor)) ? undefined : 'names no anchor'
}

/** Our own pages write attributes only with double quotes, and no text contains one: there it is `&quot;`. */
function readTargets(text: string): string[] {
  return [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map((match) => unescapeHtml(match[1] ?? ''))
}

function readIds(text: string): string[] {
  return [...text.matchAll(/\sid="([^"]*)"/g)].map((match) => unescapeHtml(match[1] ?? ''))
}
