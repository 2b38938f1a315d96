/** Peers live in the cache, never in our lockfile. Without `mayInstall` only what is there already is used. */
import { execFile } from 'node:child_process'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const timeoutMs = 300_000

const cache = join(process.env.LONGSHORE_CACHE ?? '', 'analyzer-peers')

/** The folder of node_modules; null when it is not there. */
export async function npmPeer(name: string, packages: readonly string[], mayInstall: boolean): Promise<string | null> {
  const folder = join(cache, name)
  const modules = join(folder, 'node_modules')
  if (await isThere(join(folder, 'done'))) return modules
  if (!mayInstall) return null
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...packages]
  await run('npm', args, { cwd: folder, timeout: timeoutMs })
  await writeFile(join(folder, 'done'), '')
  return modules
}

/** The program that `go install` makes; null when it is not there. */
export async function goPeer(name: string, source: string, mayInstall: boolean): Promise<string | null> {
  const folder = join(cache, name)
  const program = join(folder, source.slice(source.lastIndexOf('/') + 1).split('@')[0] ?? name)
  if (await isThere(program)) return program
  if (!mayInstall) return null
  await mkdir(folder, { recursive: true })
  await run('go', ['install', source], {
    timeout: timeoutMs,
    env: { ...process.env, GOBIN: folder, GOFLAGS: '-buildvcs=false' },
  })
  return program
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
