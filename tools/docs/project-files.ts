/** Reads files of the repository as pages of the site: their links become relative to docs/project/. */
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface ProjectPage {
  readonly name: string
  readonly markdown: string
}

export async function readProjectPages(files: Readonly<Record<string, string>>): Promise<ProjectPage[]> {
  const named = Object.entries(files)
  return await Promise.all(
    named.map(async ([name, file]) => ({ name, markdown: moveLinks(await readFile(join(root, file), 'utf8'), file) })),
  )
}

/** Only links in running text: examples in code stay as they are. */
function moveLinks(markdown: string, file: string): string {
  return markdown
    .split(/(^```[\s\S]*?^```|`[^`\n]+`)/m)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/\]\(([^)\s]+)\)/g, (_, link) => `](${move(link, file)})`),
    )
    .join('')
}

function move(link: string, file: string): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(link)) return link
  return relative('docs/project', join(dirname(file), link))
}
