/** Conditions for publishing. A dry run prints the ones that aren't met and continues. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findMissingDigests, inspectImages } from '../images/inspect-images.ts'
import { readLock } from '../images/lock.ts'
import { root } from '../source-files.ts'
import { cutSection } from './changelog.ts'
import type { ReleaseOptions } from './options.ts'
import { run } from './run.ts'
import { isLower, readVersion } from './version.ts'

export async function findObstacles(options: ReleaseOptions): Promise<string[]> {
  const read = (name: string) => readFile(join(root, name), 'utf8')
  const git = (...args: string[]) => run(['git', '-C', root, ...args])
  const obstacles: string[] = []
  if ((await git('status', '--porcelain')) !== '') obstacles.push('the checkout has changes that are not committed')
  const current = await readVersion(root)
  if (isLower(options.version, current)) obstacles.push(`version ${options.version} is lower than ${current}`)
  obstacles.push(...(await compareWithOrigin(root)))
  if ((await git('tag', '--list', options.version)) !== '') obstacles.push(`the tag ${options.version} exists`)
  try {
    const { isEmpty } = cutSection(await read('CHANGELOG.md'), options.version, '2000-01-01')
    if (isEmpty) obstacles.push('the section [Unreleased] of CHANGELOG.md is empty')
  } catch (error) {
    obstacles.push(error instanceof Error ? error.message : String(error))
  }
  if (!options.baseUrl.startsWith('https://')) obstacles.push('the download URL is not https')
  const lock = await readLock()
  obstacles.push(
    ...inspectImages({ dockerfile: await read('Dockerfile'), compose: await read('compose.yaml') }, lock),
    ...findMissingDigests(lock),
  )
  for (const [name, given] of Object.entries({
    '--base': options.bases.size,
    '--bundled': options.bundled.size,
    '--programs': options.programs.length,
    '--not-compiled': options.notCompiled.length,
  }))
    if (given > 0) obstacles.push(`${name} is for trying a release, not for publishing it`)
  return obstacles
}

/** A release becomes the next commit of main there, so it must not contain commits that aren't on main yet. */
export async function compareWithOrigin(folder: string): Promise<string[]> {
  const git = (...args: string[]) => run(['git', '-C', folder, ...args])
  const remotes = (await git('remote')).split('\n')
  if (!remotes.includes('origin')) return []
  try {
    await run(['git', '-C', folder, 'fetch', '--quiet', '--no-tags', 'origin', 'main'], { hasSecrets: true })
  } catch {
    return ['origin/main could not be fetched']
  }
  const [head, main] = [await git('rev-parse', 'HEAD'), await git('rev-parse', 'FETCH_HEAD')]
  return head === main ? [] : ['HEAD is not origin/main: release from there']
}
