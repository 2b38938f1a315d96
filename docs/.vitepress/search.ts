/** The local search. Words that people use for a page, and that aren't in its text, are in its frontmatter as `keywords`. */
interface Page {
  frontmatter?: Record<string, unknown>
}

interface Markdown {
  render(source: string, page: Page): string | Promise<string>
}

export const searchOptions = {
  detailedView: true,
  miniSearch: {
    searchOptions: { fuzzy: 0.15, prefix: true, boost: { title: 1.5, titles: 2, text: 2 } },
  },
  /** Runs only at build time: its name begins with an underscore. */
  async _render(source: string, page: Page, markdown: Markdown): Promise<string> {
    const html = await markdown.render(source, page)
    const { keywords, search } = page.frontmatter ?? {}
    if (search === false) return ''
    return typeof keywords === 'string' ? html.replace('</h1>', `</h1><p>${keywords}</p>`) : html
  },
}
