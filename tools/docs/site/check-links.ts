/** Checks the built site: every `href` and `src` points to a file of it, and every anchor to an existing id. */
import { posix } from 'node:path'

/** The link targets of each path; a file that isn't a page has none. */
export type SiteIds = ReadonlyMap<string, ReadonlySet<string>>

export interface SitePage {
  readonly path: string
  readonly html: string
}

export function readSiteIds(paths: readonly string[], pages: readonly SitePage[]): SiteIds {
  const ids = new Map<string, ReadonlySet<string>>(paths.map((path) => [path, new Set()]))
  for (const { path, html } of pages) ids.set(path, new Set(readIds(html)))
  return ids
}

/** `base`: URL path below which the site is served, such as `/docs/`. */
export function checkPageLinks(
  { path, html }: SitePage,
  ids: SiteIds,
  base: string,
): { links: number; broken: string[] } {
  const targets = readTargets(html)
  const broken = targets.flatMap((target) => {
    const fault = findFault(target, { path, ids, base })
    return fault === undefined ? [] : [`${path}: the link to ${target} ${fault}`]
  })
  return { links: targets.length, broken }
}

function findFault(
  target: string,
  { path, ids, base }: { path: string; ids: SiteIds; base: string },
): string | undefined {
  if (/^(?:https?|mailto):/.test(target)) return undefined
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//')) return 'has a scheme that a page must not link to'
  const [file = '', anchor] = target.split('#')
  if (file.startsWith('/') && !file.startsWith(base)) return `isn't below ${base}`
  const known = ids.get(fileOf(file, path, base))
  if (known === undefined) return 'points to a missing file'
  return anchor === undefined || anchor === '' || known.has(decodeURIComponent(anchor))
    ? undefined
    : 'names a missing anchor'
}

function fileOf(link: string, from: string, base: string): string {
  if (link === '') return from
  const decoded = decodeURIComponent(link)
  const path = decoded.startsWith(base)
    ? decoded.slice(base.length)
    : posix.normalize(posix.join(posix.dirname(from), decoded))
  return path === '' || path.endsWith('/') ? `${path}index.html` : path
}

function readTargets(html: string): string[] {
  return [...html.matchAll(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map((match) =>
    unescapeHtml(match[1] ?? ''),
  )
}

function readIds(html: string): string[] {
  return [...html.matchAll(/\sid="([^"]*)"/g)].map((match) => unescapeHtml(match[1] ?? ''))
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
