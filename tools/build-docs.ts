/**
 * Builds the documentation into dist/docs, or the folder in the first argument: files for any web server, without a
 * request to another host. Fails if a link or an anchor is broken, or if the index doesn't name a page.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeSite, type Site } from './docs/site.ts'
import { checkPageLinks, readSiteIds, type SiteIds } from './docs/site-links.ts'
import { finishCheck, type Seed } from './finish-check.ts'
import { root } from './source-files.ts'

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist/docs'))
  const { pages, links, findings, seeds } = await buildDocs(folder)
  finishCheck('docs-site', { findings, seeds, figures: { pages, links } })
}

export async function buildDocs(folder: string): Promise<{
  pages: number
  links: number
  findings: string[]
  seeds: Seed[]
}> {
  const site = await makeSite()
  await writeSite(site, folder)
  const files = new Map([...site.texts, ...[...site.copies.keys()].map((path): [string, string] => [path, ''])])
  const ids = readSiteIds(files)
  const checked = [...files]
    .filter(([path]) => path.endsWith('.html'))
    .map(([path, text]) => checkPageLinks(path, text, ids))
  return {
    pages: site.pages,
    links: checked.reduce((sum, each) => sum + each.links, 0),
    findings: [...site.faults, ...checked.flatMap((each) => each.broken)],
    seeds: seedLinks(files.get('index.html') ?? '', ids),
  }
}

async function writeSite({ texts, copies }: Site, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const [path, text] of texts) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  for (const [path, source] of copies) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await copyFile(join(root, source), join(folder, path))
  }
}

/** Seeds broken links in the real site, so that a check that sees no links doesn't pass. */
function seedLinks(index: string, ids: SiteIds): Seed[] {
  const before = checkPageLinks('index.html', index, ids).broken.length
  const isCaught = (tag: string) =>
    checkPageLinks('index.html', index.replace('</main>', `${tag}</main>`), ids).broken.length > before
  return [
    { what: 'link to a missing page', caught: isCaught('<a href="how-to/nowhere.html">a</a>') },
    { what: 'link to a missing anchor', caught: isCaught('<a href="how-to/deploy.html#nowhere">a</a>') },
    { what: 'missing anchor of the same page', caught: isCaught('<a class="x" href="#nowhere">a</a>') },
    { what: 'missing picture', caught: isCaught('<img alt="" src="images/nowhere.png">') },
    { what: 'link from the top of the host', caught: isCaught('<a href="/index.html">a</a>') },
    { what: 'link that is a script', caught: isCaught('<a href="javascript:alert(1)">a</a>') },
    { what: 'id that is there twice', caught: isCaught('<p id="content"></p>') },
    {
      what: 'good link, which is allowed,',
      caught: !isCaught('<a href="how-to/deploy.html#follow-the-deployment">a</a>'),
    },
  ]
}
