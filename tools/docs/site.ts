/** Turns docs/ and related files into a static site in memory: path → text, and files to copy. */

import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../source-files.ts'
import { renderPage } from './layout.ts'
import { type RenderedPage, renderMarkdown } from './markdown.ts'
import { createNavigation, findUnlisted, renderNavigation } from './navigation.ts'
import { listLinkable, readPages, resolveLink, targetOf } from './pages.ts'
import { searchEntries } from './search-index.ts'
import type { SourcePage } from './source-page.ts'

export interface Site {
  texts: Map<string, string>
  /** Path in the site → file of the repository. */
  copies: Map<string, string>
  pages: number
  faults: string[]
}

interface DonePage {
  source: string
  title: string
  rendered: RenderedPage
}

export async function makeSite(): Promise<Site> {
  const sources = await readPages()
  const links = { pages: new Set(sources.map((page) => page.source)), files: await listLinkable() }
  const copies = new Map<string, string>()
  const done = sources.map((page) =>
    renderSource(page, (link) => {
      const { href, copy } = resolveLink(page.source, link, links)
      if (copy !== undefined) copies.set(copy.target, copy.source)
      return href
    }),
  )
  const indexText = sources.find((page) => page.source === 'docs/README.md')?.markdown ?? ''
  const navigation = createNavigation(done, indexText)
  const texts = new Map(
    done.map(({ source, title, rendered }) => [
      targetOf(source),
      renderPage({
        title,
        top: topOf(targetOf(source)),
        navigation: renderNavigation(navigation, source),
        body: rendered.html,
        headings: rendered.headings,
      }),
    ]),
  )
  const entries = done.flatMap(({ source, title, rendered }) => searchEntries(targetOf(source), title, rendered))
  texts.set('search.json', JSON.stringify(entries))
  for (const [name, text] of await readAssets()) texts.set(name, text)
  return { texts, copies, pages: done.length, faults: findUnlisted(done, indexText) }
}

function renderSource({ source, markdown }: SourcePage, resolve: (link: string) => string): DonePage {
  const rendered = renderMarkdown(markdown, resolve)
  const [first] = rendered.headings
  if (first?.level !== 1) throw new Error(`${source} does not begin with a title`)
  return { source, title: first.text, rendered }
}

function topOf(target: string): string {
  const depth = dirname(target) === '.' ? 0 : dirname(target).split('/').length
  return '../'.repeat(depth)
}

async function readAssets(): Promise<[string, string][]> {
  const folder = join(root, 'tools/docs/assets')
  const names = await readdir(folder)
  return await Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await readFile(join(folder, name), 'utf8')]),
  )
}
