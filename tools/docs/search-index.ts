/** What the search of the site looks through: one entry for each part of a page, made when the site is built. */
import type { RenderedPage } from './markdown.ts'

/** Of one part; what comes later is rarely what somebody looks for, and the file is loaded whole. */
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
