/** Lists the pages of the site with their paths, and resolves links between files of the repository. */
import { dirname, join, normalize, relative } from 'node:path'
import { listFiles, readFiles } from '../source-files.ts'
import { withApiPages } from './api-pages.ts'
import type { SourcePage } from './source-page.ts'

export const kinds = ['tutorials', 'how-to', 'reference', 'explanation', 'adr', 'project'] as const
export type Kind = (typeof kinds)[number]

/** Pages outside of docs/, for contributors. */
const outside = /^(?:README|ARCHITECTURE|CONTRIBUTING|SECURITY|CHANGELOG)\.md$|^packages\/sdk\/README\.md$/

export async function readPages(): Promise<SourcePage[]> {
  const files = await readFiles(/\.md$/, { maxBytes: 1 << 20 })
  const own = files.filter(({ path }) => path.startsWith('docs/') || outside.test(path))
  return await withApiPages(own.map(({ path, text }) => ({ source: path, markdown: text })))
}

export async function listLinkable(): Promise<Set<string>> {
  return new Set(await listFiles(/./))
}

/** Path of the page in the site. */
export function targetOf(source: string): string {
  const inside = source.startsWith('docs/') ? source.slice('docs/'.length) : `project/${source.toLowerCase()}`
  return inside.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html')
}

export function kindOf(source: string): Kind | undefined {
  if (!source.startsWith('docs/')) return 'project'
  return kinds.find((kind) => source.startsWith(`docs/${kind}/`))
}

export interface LinkMap {
  pages: ReadonlySet<string>
  files: ReadonlySet<string>
}

export interface Resolved {
  href: string
  /** A file of the repository that the site needs a copy of, with its path there. */
  copy?: { source: string; target: string }
}

/** Converts a link of a page to the same link in the site. A broken one stays unchanged: the link check finds it. */
export function resolveLink(from: string, link: string, { pages, files }: LinkMap): Resolved {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith('#')) return { href: link }
  const [path = '', anchor] = link.split('#')
  const place = normalize(join(dirname(from), decodeURIComponent(path))).replace(/\/$/, '')
  const page = [place, join(place, 'README.md')].find((each) => pages.has(each))
  if (page !== undefined) return { href: between(from, targetOf(page)) + (anchor === undefined ? '' : `#${anchor}`) }
  if (!files.has(place)) return { href: link }
  const target = place.startsWith('docs/') ? place.slice('docs/'.length) : `project/files/${place}`
  return { href: between(from, target), copy: { source: place, target } }
}

/** Relative URL from the page of a file to a path of the site. */
export function between(from: string, target: string): string {
  return relative(dirname(targetOf(from)), target)
}
