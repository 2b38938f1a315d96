/**
 * Checks relative links in Markdown: they point to files of the repository, and `#anchors` to headings. Paths that pages
 * name in code exist.
 *
 * Decision: docs/decisions/0001-record-decisions.md
 */
import { dirname, join, normalize } from 'node:path'
import { finishCheck, type Seed } from './finish-check.ts'
import { findMissingPaths, readNamedPaths } from './links/named-paths.ts'
import { listFiles, readFiles, type SourceFile } from './source-files.ts'

const pages = await readFiles(/\.md$/, { maxBytes: 1 << 20 })
if (!pages.some((page) => page.path === 'README.md')) throw new Error('README.md was not seen')
const known = new Set(await listFiles(/./))
const links = pages.flatMap(readLinks)
const paths = pages.flatMap(readNamedPaths)
if (paths.length < 100) throw new Error(`only ${paths.length} named paths were seen`)
finishCheck('links', {
  findings: [...findBroken(pages, known), ...findMissingPaths(pages, known)],
  seeds: seedFindings(),
  figures: { pages: pages.length, links: links.length, paths: paths.length },
})

interface Link {
  from: string
  line: number
  target: string
}

function readLinks(page: SourceFile): Link[] {
  return withoutCode(page.text)
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s+(\S+)/g)].map((match) => ({
        from: page.path,
        line: index + 1,
        target: match[1] ?? match[2] ?? '',
      })),
    )
}

function findBroken(sources: readonly SourceFile[], files: ReadonlySet<string>): string[] {
  const anchorsOf = new Map(sources.map((page) => [page.path, readAnchors(page.text)]))
  return sources.flatMap(readLinks).flatMap((link) => {
    // URLs of other hosts aren't checked: CI has no network, and they change independently.
    if (/^[a-z][a-z0-9+.-]*:/i.test(link.target)) return []
    const [path = '', anchor] = link.target.split('#')
    const file = path === '' ? link.from : normalize(join(dirname(link.from), decodeURIComponent(path)))
    const where = `${link.from}:${link.line}: ${link.target}`
    const isFolder = [...files].some((each) => each.startsWith(`${file.replace(/\/$/, '')}/`))
    if (path.startsWith('/') || !(files.has(file) || isFolder)) return [`${where} leads nowhere`]
    const anchors = anchorsOf.get(file)
    return anchor !== undefined && anchors !== undefined && !anchors.has(anchor) ? [`${where} names no heading`] : []
  })
}

/** The usual anchor format: lower case, no punctuation, hyphens for spaces. */
function readAnchors(text: string): Set<string> {
  const headings = [...withoutCode(text).matchAll(/^#{1,6}\s+(.+)$/gm)].map((match) => match[1] ?? '')
  return new Set(
    headings.map((heading) =>
      heading
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** Keeps the lines, so that line numbers stay correct. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, '')).replaceAll(/`[^`\n]*`/g, '')
}

function seedFindings(): Seed[] {
  const files = new Set(['README.md', 'docs/a.md'])
  const broken = (path: string, text: string) =>
    findBroken(
      [
        { path, text },
        { path: 'docs/a.md', text: '# A heading: here' },
      ],
      files,
    ).length > 0
  const sources = ['apps/server/src/modules/a/a.policy.ts', 'tools/words/phrases.ts']
  const misses = (text: string, path = 'CONTRIBUTING.md') => findMissingPaths([{ path, text }], sources).length > 0
  return [
    { what: 'link to a missing file', caught: broken('README.md', '[a](docs/b.md)') },
    { what: 'link that is relative to the wrong folder', caught: broken('docs/c.md', '[a](docs/a.md)') },
    { what: 'absolute link', caught: broken('README.md', '[a](/docs/a.md)') },
    { what: 'missing heading', caught: broken('README.md', '[a](docs/a.md#elsewhere)') },
    { what: 'broken reference link', caught: broken('README.md', '[a]: docs/b.md') },
    { what: 'good link, which is allowed,', caught: !broken('README.md', '[a](docs/a.md#a-heading-here) [b](docs/)') },
    { what: 'link in code, which is allowed,', caught: !broken('README.md', '`[a](b.md)`\n```\n[a](b.md)\n```\n') },
    { what: 'missing path', caught: misses('`tools/words/gone.ts`') },
    { what: 'missing path in a command', caught: misses('`node tools/gone.ts --quick`') },
    { what: 'missing path in a tree', caught: misses('```\ntools/gone/    texts\n```') },
    { what: 'missing path of a module', caught: misses('`modules/b/a.policy.ts`') },
    { what: 'missing path in a page for users', caught: misses('`tools/gone.ts`', 'docs/a.md') },
    { what: 'path of the reader, which is allowed,', caught: !misses('`apps/web/package.json`', 'docs/a.md') },
    { what: 'pattern that no file matches', caught: misses('`modules/*/NAME.routes.ts`') },
    { what: 'pattern that spans two folders', caught: misses('`apps/server/NAME/a/a.policy.ts`') },
    {
      what: 'path that exists, which is allowed,',
      caught: !misses(
        '`modules/a/`, `modules/NAME/*.policy.ts`, `node tools/words/phrases.ts`\n```\ntools/words   texts\n```',
      ),
    },
  ]
}
