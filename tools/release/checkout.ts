/** The commit and tag of a release, in a clone: the maintainer's checkout stays as it is until they are pushed. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../source-files.ts'
import { cutSection } from './changelog.ts'
import { run } from './run.ts'
import { setVersion } from './version.ts'

export interface ReleaseCheckout {
  readonly folder: string
  readonly commit: string
  /** Time of the commit, in seconds: files of the release have it, so that a second build gives the same ones. */
  readonly epoch: number
  readonly notes: string
}

export async function createCheckout(folder: string, version: string, date: string): Promise<ReleaseCheckout> {
  // Git can sign the commit and the tag, for which it needs the maintainer's agent.
  const git = (...args: string[]) => run(['git', '-C', folder, ...args], { hasSecrets: true })
  await run(['git', 'clone', '--quiet', '--no-hardlinks', root, folder])
  for (const name of ['user.name', 'user.email']) {
    const value = (await run(['git', '-C', root, 'config', name])).trim()
    await git('config', name, value)
  }
  await setVersion(folder, version)
  const path = join(folder, 'CHANGELOG.md')
  const { changelog, notes } = cutSection(await readFile(path, 'utf8'), version, date)
  await writeFile(path, changelog)
  await git('commit', '--quiet', '--all', '--message', `release: ${version}`)
  await git('tag', '--annotate', '--message', `Longshore ${version}`, version)
  const commit = (await git('rev-parse', 'HEAD')).trim()
  const epoch = Number(await git('show', '--no-patch', '--format=%ct', 'HEAD'))
  await run(['pnpm', 'install', '--frozen-lockfile', '--prefer-offline', '--silent'], {
    cwd: folder,
    environment: { CI: 'true' },
  })
  return { folder, commit, epoch, notes }
}
