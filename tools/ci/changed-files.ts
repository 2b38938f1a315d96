/** Finds the files that differ from a commit, in later commits or uncommitted. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../source-files.ts'
import { readFullRun } from './full-run.ts'

const run = promisify(execFile)

export interface Changed {
  /** Null if no full run is recorded in this repository, so there is nothing to compare with. */
  readonly base: string | null
  readonly files: readonly string[]
}

export async function findChanged(wanted: string | undefined): Promise<Changed> {
  const base = wanted ?? (await readFullRun())?.commit
  if (base === undefined) return { base: null, files: [] }
  const isKnown = await run('git', ['rev-parse', '--verify', '--quiet', `${base}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  )
  if (!isKnown && wanted !== undefined) throw new Error(`"${wanted}" is not a commit of this repository`)
  if (!isKnown) return { base: null, files: [] }
  const git = async (...args: string[]) => {
    const { stdout } = await run('git', [...args, '-z'], { cwd: root, maxBuffer: 64 << 20 })
    return stdout.split('\0').filter((file) => file !== '')
  }
  const changed = await git('diff', '--name-only', '--no-renames', base)
  const added = await git('ls-files', '--others', '--exclude-standard')
  return { base, files: [...new Set([...changed, ...added])].sort() }
}
