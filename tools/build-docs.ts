/**
 * Builds the documentation into dist/docs, or the folder in the first argument: files for any web server, without a request
 * to another host. Fails for a broken link, a page that the navigation doesn't list, or anything that the content security
 * policy would block. `--compressed`: adds the compressed form of text files, for an instance's image.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { sidebar } from '../docs/.vitepress/sidebar.ts'
import { collectLicenses } from './dashboard-licenses.ts'
import { checkPageLinks, readSiteIds, type SiteIds, type SitePage } from './docs/site/check-links.ts'
import { addPolicy, createPolicy, findInline, removeStyles } from './docs/site/content-policy.ts'
import { finishCheck, type Seed } from './finish-check.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const docs = join(root, 'docs')
const base = process.env['DOCS_BASE'] ?? '/docs/'
const buildTimeoutMs = 300_000
/** Files next to the pages that readers download. */
const downloads = /\.(?:yml|json|svg)$/
const compressible = new Set(['.html', '.js', '.css', '.json', '.svg', '.yml', '.txt'])
/** Packages with code for browsers. */
const bundled = /^(?:@fontsource|@vue\/|@vueuse\/|focus-trap$|mark\.js$|minisearch$|tabbable$|vitepress|vue$)/
/** They list other pages, or are the start of the site. */
const unlisted = new Set(['index.html', '404.html'])

export interface BuiltDocs {
  readonly pages: number
  readonly links: number
  readonly findings: string[]
  readonly seeds: Seed[]
}

if (import.meta.main) {
  const [folder = join(root, 'dist/docs')] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  const { pages, links, findings, seeds } = await buildDocs(resolve(folder))
  if (process.argv.includes('--compressed')) await compress(resolve(folder))
  finishCheck('docs-site', { findings, seeds, figures: { pages, links } })
}

export async function buildDocs(folder: string): Promise<BuiltDocs> {
  await mkdir(dirname(folder), { recursive: true })
  const fresh = await mkdtemp(join(dirname(folder), 'dist-docs-'))
  try {
    await runVitePress(fresh)
    await copyDownloads(fresh)
    await writeFile(join(fresh, 'licenses.txt'), await collectLicenses(docs, 'The documentation', bundled))
    const { pages, policy } = await finishPages(fresh)
    await writeFile(join(fresh, 'policy.txt'), policy)
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
    return await checkSite(folder, pages)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function runVitePress(outDir: string): Promise<void> {
  const program = join(docs, 'node_modules/vitepress/bin/vitepress.js')
  const env = { ...process.env, DOCS_BASE: base, NODE_ENV: 'production' }
  await run(process.execPath, [program, 'build', docs, '--outDir', outDir], {
    env,
    timeout: buildTimeoutMs,
    maxBuffer: 16 << 20,
  }).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`VitePress failed:\n${error.stdout ?? ''}${error.stderr ?? ''}`)
  })
}

async function copyDownloads(folder: string): Promise<void> {
  for (const path of await listFiles(docs)) {
    if (!downloads.test(path) || /^(?:\.vitepress|node_modules|public)\/|^(?:package|tsconfig)\.json$/.test(path))
      continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await copyFile(join(docs, path), join(folder, path))
  }
}

async function finishPages(folder: string): Promise<{ pages: SitePage[]; policy: string }> {
  const paths = (await listFiles(folder)).filter((path) => path.endsWith('.html'))
  const texts = await Promise.all(paths.map(async (path) => removeStyles(await readFile(join(folder, path), 'utf8'))))
  const policy = createPolicy(texts)
  const pages = paths.map((path, index) => ({ path, html: addPolicy(texts[index] ?? '', policy) }))
  await Promise.all(pages.map(({ path, html }) => writeFile(join(folder, path), html)))
  return { pages, policy }
}

async function checkSite(folder: string, pages: readonly SitePage[]): Promise<BuiltDocs> {
  const ids = readSiteIds(await listFiles(folder), pages)
  const checked = pages.map((page) => checkPageLinks(page, ids, base))
  const inline = pages.flatMap(({ path, html }) => findInline(html).map((found) => `${path} has ${found}`))
  const index = pages.find(({ path }) => path === 'index.html')
  return {
    pages: pages.length,
    links: checked.reduce((sum, each) => sum + each.links, 0),
    findings: [...checked.flatMap((each) => each.broken), ...inline, ...findUnlisted(pages)],
    seeds: index === undefined ? [] : seedFaults(index, ids),
  }
}

function findUnlisted(pages: readonly SitePage[]): string[] {
  const entries = Object.values(sidebar).flatMap((groups) => groups.flatMap(({ items }) => items))
  const listed = new Set(entries.map(({ link }) => `${link.slice(1)}.html`))
  const found = new Set(pages.map(({ path }) => path))
  return [
    ...[...found]
      .filter((path) => !listed.has(path) && !isIndex(path))
      .map((path) => `${path} isn't in the navigation`),
    ...[...listed]
      .filter((path) => !found.has(path))
      .map((path) => `the navigation lists ${path}, which doesn't exist`),
  ]
}

/** Index pages link to the pages of their folder. */
function isIndex(path: string): boolean {
  return unlisted.has(path) || path.endsWith('/index.html') || /^(?:reference\/api|decisions)\//.test(path)
}

/** Seeds faults in the real site, so that a check that sees nothing doesn't pass. */
function seedFaults(index: SitePage, ids: SiteIds): Seed[] {
  const withTag = (tag: string) => ({ ...index, html: index.html.replace('</body>', `${tag}</body>`) })
  const before = checkPageLinks(index, ids, base).broken.length
  const isCaught = (tag: string) => checkPageLinks(withTag(tag), ids, base).broken.length > before
  return [
    { what: 'link to a missing page', caught: isCaught(`<a href="${base}guides/nowhere.html">a</a>`) },
    { what: 'link to a missing anchor', caught: isCaught(`<a href="${base}guides/deploy.html#nowhere">a</a>`) },
    { what: 'missing anchor of the same page', caught: isCaught('<a class="x" href="#nowhere">a</a>') },
    { what: 'missing picture', caught: isCaught('<img alt="" src="images/nowhere.png">') },
    { what: 'link from the top of the host', caught: isCaught('<a href="/index.html">a</a>') },
    { what: 'link that is a script', caught: isCaught('<a href="javascript:alert(1)">a</a>') },
    { what: 'good link, which is allowed,', caught: !isCaught(`<a href="${base}guides/deploy.html">a</a>`) },
    { what: 'style attribute', caught: findInline(withTag('<p style="color:red">a</p>').html).length > 0 },
    { what: 'event handler', caught: findInline(withTag('<p onclick="a()">a</p>').html).length > 0 },
    {
      what: 'page outside of the navigation',
      caught: findUnlisted([{ path: 'guides/lost.html', html: '' }]).length > 0,
    },
  ]
}

async function compress(folder: string): Promise<void> {
  for (const path of await listFiles(folder)) {
    if (!compressible.has(extname(path)) || path === 'policy.txt') continue
    const file = join(folder, path)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)))
  }
}

export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath, each.name)))
    .filter((path) => !path.startsWith('node_modules/'))
    .sort()
}
