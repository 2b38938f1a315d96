/**
 * Pages link to each other by their files in the repository. Files outside of docs/ are either pages of the project
 * section, or source files: the site links these to the repository if it knows its URL, and shows only their names otherwise.
 */
import { posix } from 'node:path'
import { projectPages } from '../project-pages.ts'

const repositoryUrl = process.env['DOCS_REPOSITORY_URL']

interface Token {
  type: string
  children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

interface Markdown {
  core: {
    ruler: { push(name: string, rule: (state: { tokens: Token[]; env: { relativePath?: string } }) => void): void }
  }
}

export function keepLinksInside(md: Markdown): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page = env.relativePath ?? ''
    for (const { children } of tokens)
      if (children !== null) for (const [index, token] of children.entries()) rewrite(token, children, { index, page })
  })
}

function rewrite(token: Token, siblings: Token[], { index, page }: { index: number; page: string }): void {
  if (token.type !== 'link_open') return
  const href = token.attrGet('href') ?? ''
  const file = fileOutside(href, page)
  if (file === undefined) return
  const link = linkTo(...file)
  if (link !== undefined) {
    token.attrSet('href', link)
    return
  }
  const close = siblings.findIndex((each, at) => at > index && each.type === 'link_close')
  for (const each of [token, siblings[close]]) if (each !== undefined) each.type = 'text'
}

function linkTo(path: string, anchor: string): string | undefined {
  const [name] = Object.entries(projectPages).find(([, source]) => source === path) ?? []
  if (name !== undefined) return `/project/${name}.md${anchor}`
  return repositoryUrl === undefined ? undefined : `${repositoryUrl}/blob/main/${path}${anchor}`
}

/** Path in the repository and anchor, if the link leaves docs/. */
function fileOutside(href: string, page: string): [path: string, anchor: string] | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(href)) return undefined
  const [path = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join('docs', posix.dirname(page), path))
  if (target.startsWith('docs/')) return undefined
  return [target.replace(/\/$/, '/README.md'), anchor === undefined ? '' : `#${anchor}`]
}
