/** All pages that readers follow: the README, and the sections "Start" and "Guides" of the documentation. */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Guide, readGuide } from './read-guide.ts'

const root = join(import.meta.dirname, '../../..')
const folders = ['docs/start', 'docs/guides'] as const

export async function readGuides(): Promise<Guide[]> {
  return await Promise.all((await listGuides()).map(loadGuide))
}

/** Paths in the repository. */
export async function listGuides(): Promise<string[]> {
  return ['README.md', ...(await Promise.all(folders.map(listPages))).flat()]
}

export async function loadGuide(path: string): Promise<Guide> {
  return readGuide(path, await readFile(join(root, path), 'utf8'))
}

async function listPages(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((each) => each.isFile() && each.name.endsWith('.md'))
    .map((each) => relative(root, join(each.parentPath, each.name)))
    .sort()
}
