/**
 * The documentation site. `bin/docs` builds it, `bin/docs --dev` shows it with reload, and an instance serves it below
 * /docs. Nothing in it may need `unsafe-inline`: tools/build-docs.ts checks that and writes the content security policy.
 */
import { transformerStyleToClass } from '@shikijs/transformers'
import { defineConfig } from 'vitepress'
import { tabsMarkdownPlugin } from 'vitepress-plugin-tabs'
import { githubSlug } from './markdown/github-slug.ts'
import { keepCodeLiteral } from './markdown/literal-code.ts'
import { keepLinksInside } from './markdown/repository-links.ts'
import { alignTablesByClass } from './markdown/table-alignment.ts'
import { searchOptions } from './search.ts'
import { navigation, sidebar } from './sidebar.ts'

const base = process.env['DOCS_BASE'] ?? '/docs/'
const isBuild = process.argv.includes('build')
/** Code is colored by classes: a style attribute would need `unsafe-inline`. */
const colors = transformerStyleToClass({ classPrefix: 'c-' })

export default defineConfig({
  base,
  lang: 'en-US',
  title: 'Longshore',
  titleTemplate: ':title – Longshore',
  description: 'Deploy Git repositories to your own Linux servers, with HTTPS, databases, and backups.',
  srcExclude: ['README.md'],
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ...(isBuild ? [['link', { rel: 'stylesheet', href: `${base}code.css` }] as [string, Record<string, string>]] : []),
  ],
  markdown: {
    anchor: { slugify: githubSlug },
    toc: { slugify: githubSlug },
    codeTransformers: isBuild ? [colors] : [],
    config(md) {
      // The plugin is typed for another version of markdown-it than VitePress has.
      Reflect.apply(tabsMarkdownPlugin, undefined, [md])
      md.use(keepLinksInside)
      md.use(alignTablesByClass)
      md.use(keepCodeLiteral)
    },
  },
  // Images stay files, so a browser loads each once for all pages. Only the theme's own styles contain data URLs.
  vite: { build: { assetsInlineLimit: 0 } },
  themeConfig: {
    logo: '/icon.svg',
    nav: navigation,
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local', options: searchOptions },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  async buildEnd({ outDir }) {
    const { writeFile } = await import('node:fs/promises')
    await writeFile(`${outDir}/code.css`, colors.getCSS())
  },
})
