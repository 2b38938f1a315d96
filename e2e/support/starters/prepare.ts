/** Runs the generators. What they create is other people's code: it stays in the cache outside the checkout, by a hash of the recipe. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cacheFolder, withLock } from '../../fixtures/cache.ts'
import type { RepositoryFile } from '../../fixtures/repository.ts'
import { mustRun } from '../../fixtures/run.ts'
import { installNpmGenerator, installPipGenerator } from './generators.ts'
import { writeLock } from './locks.ts'
import { appFolder, type Starter, type Step } from './starter.ts'

/** Raise it when this code prepares apps differently. */
const recipeVersion = 1
const stepTimeoutMs = 20 * 60_000
const folder = join(cacheFolder, 'starters')

/** Makes generators believe that npm started them, without prompts, telemetry or installation, which is the build's job. */
const environment = {
  CI: '1',
  npm_config_user_agent: 'npm/11.6.2 node/v24.0.0 linux x64',
  npm_config_yes: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_package_lock_only: 'true',
  npm_config_ignore_scripts: 'true',
  NG_CLI_ANALYTICS: 'false',
  NX_NO_CLOUD: 'true',
  NEXT_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  UV_NATIVE_TLS: 'true',
  UV_PYTHON_DOWNLOADS: 'never',
}

/** The files that a commit of the app has. */
export async function prepareStarter(starter: Starter): Promise<RepositoryFile[]> {
  const own = join(folder, keyOf(starter))
  await withLock(`starters-${starter.name}`, async () => {
    if ((await stat(own).catch(() => null)) === null) await generate(starter, own)
  })
  return await readCommit(own)
}

/** The cache key of the generator's inputs. */
export function keyOf({ name, steps, lock }: Starter): string {
  const recipe = JSON.stringify([recipeVersion, steps, lock ?? null])
  return `${name}-${createHash('sha256').update(recipe).digest('hex').slice(0, 16)}`
}

async function generate(starter: Starter, own: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), 'longshore-starter-'))
  try {
    const app = join(work, appFolder)
    for (const step of starter.steps) await runStep(step, work)
    await writeLock(app, starter.lock)
    // A generator may have created a repository of its own.
    await rm(join(app, '.git'), { recursive: true, force: true })
    await mustRun(['git', 'init', '--quiet', '--initial-branch=main', app])
    await mustRun(['git', '-C', app, 'add', '--all'])
    if ((await mustRun(['git', '-C', app, 'ls-files'])) === '') throw new Error('the generator created nothing')
    await rm(join(app, 'node_modules'), { recursive: true, force: true })
    const unfinished = `${own}.${process.pid}`
    await mustRun(['cp', '--recursive', app, unfinished])
    await rename(unfinished, own)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function runStep(step: Step, work: string): Promise<void> {
  const app = join(work, appFolder)
  if (step.use === 'write') {
    await mkdir(dirname(join(app, step.path)), { recursive: true })
    await writeFile(join(app, step.path), step.text)
    return
  }
  const cwd = step.isInside === true ? app : work
  await mkdir(cwd, { recursive: true })
  const args = await commandOf(step)
  await mustRun(['env', '-C', cwd, ...args], { deadlineMs: stepTimeoutMs, environment, stdin: '' })
}

async function commandOf(step: Exclude<Step, { use: 'write' }>): Promise<readonly string[]> {
  if (step.use === 'program') return step.args
  if (step.use === 'npm') return [process.execPath, await installNpmGenerator(step, folder), ...step.args]
  // A generator may start other programs of its packages.
  const programs = await installPipGenerator(step.packages, folder)
  const [name = '', ...rest] = step.args
  return [`PATH=${programs}:${process.env.PATH ?? ''}`, join(programs, name), ...rest]
}

/** Files in .gitignore don't belong to the repository. */
async function readCommit(own: string): Promise<RepositoryFile[]> {
  const listed = await mustRun(['git', '-C', own, 'ls-files', '-z', '--stage'])
  const entries = listed.split('\0').filter((line) => line !== '')
  return await Promise.all(
    entries.map(async (line) => {
      const [, mode = '', path = ''] = /^(\d+) \S+ \d+\t(.*)$/s.exec(line) ?? []
      return { path, content: await readFile(join(own, path)), mode: mode === '100755' ? '100755' : '100644' }
    }),
  )
}
