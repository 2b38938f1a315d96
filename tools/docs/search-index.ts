/** The search index of the site: one entry for each section of a page, created when the site is built. */
import type { RenderedPage } from './markdown.ts'

/** Limit per section; later text is rarely relevant, and the file is loaded as a whole. */
const maxText = 600

export interface SearchEntry {
  /** Page and anchor. */
  url: string
  page: string
  heading: string
  text: string
}

export function searchEntries(target: string, title: string, { sections }: RenderedPage): SearchEntry[] {
  return sections
    .filter(({ heading, text }) => heading !== null || text !== '')
    .map(({ heading, text }) => ({
      url: heading === null || heading.level === 1 ? target : `${target}#${heading.anchor}`,
      page: title,
      heading: heading === null || heading.level === 1 ? '' : heading.text,
      text: text.slice(0, maxText),
    }))
}
