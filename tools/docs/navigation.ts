/** The left side of every page, in the order in which docs/README.md lists the pages. */
import { escapeHtml } from './escape.ts'
import { between, type Kind, kindOf, kinds, targetOf } from './pages.ts'

export interface NavigationEntry {
  source: string
  title: string
}

export type Navigation = ReadonlyMap<Kind, readonly NavigationEntry[]>

export interface TitledPage {
  source: string
  title: string
}

const index = 'docs/README.md'
export const kindTitles: Readonly<Record<Kind, string>> = {
  tutorials: 'Learn by doing',
  'how-to': 'Get a task done',
  reference: 'Look something up',
  explanation: 'Understand',
  adr: 'Decisions',
  project: 'The project',
}

/** Pages that another page lists: problems and groups of the API. */
const isListedElsewhere = (source: string) =>
  source === index ||
  (/^docs\/reference\/(?:problems|api)\//.test(source) && source !== 'docs/reference/problems/README.md')

export function createNavigation(pages: readonly TitledPage[], indexText: string): Navigation {
  const order = listed(indexText, new Set(pages.map((page) => page.source)))
  const rank = (source: string) => {
    const at = order.indexOf(source)
    return at === -1 ? order.length : at
  }
  const shown = pages.filter((page) => !isListedElsewhere(page.source))
  const sorted = shown.toSorted((a, b) => rank(a.source) - rank(b.source) || (a.source < b.source ? -1 : 1))
  const byKind = Map.groupBy(sorted, (page) => kindOf(page.source))
  return new Map(kinds.map((kind) => [kind, (byKind.get(kind) ?? []).map(({ source, title }) => ({ source, title }))]))
}

/** Finds pages of docs/ that the index doesn't name. */
export function findUnlisted(pages: readonly TitledPage[], indexText: string): string[] {
  const order = new Set(listed(indexText, new Set(pages.map((page) => page.source))))
  return pages
    .map((page) => page.source)
    .filter((source) => source.startsWith('docs/') && !isListedElsewhere(source) && !order.has(source))
    .map((source) => `${source} is not listed in ${index}`)
}

export function renderNavigation(navigation: Navigation, current: string): string {
  const own = kindOf(current)
  const groups = [...navigation].map(([kind, entries]) => {
    const links = entries.map(({ source, title }) => {
      const here = source === current ? ' aria-current="page"' : ''
      return `<li><a href="${escapeHtml(between(current, targetOf(source)))}"${here}>${escapeHtml(title)}</a></li>`
    })
    const isOpen = kind === own || (own === undefined && kind === 'tutorials') ? ' open' : ''
    return `<details${isOpen}><summary>${kindTitles[kind]}</summary><ul>${links.join('')}</ul></details>`
  })
  return groups.join('\n')
}

/** Returns sources in the order of their links. */
function listed(text: string, pages: ReadonlySet<string>): string[] {
  const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map((match) => match[1] ?? '')
  return links.flatMap((link) => {
    const source = link.startsWith('../') ? link.slice('../'.length) : `docs/${link}`
    return pages.has(source) ? [source] : []
  })
}
