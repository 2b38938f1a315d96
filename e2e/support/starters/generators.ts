/** Generators of exact versions, each installed once into the cache. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '../../fixtures/cache.ts'
import { mustRun } from '../../fixtures/run.ts'
import type { NpmStep } from './starter.ts'

const installTimeoutMs = 15 * 60_000

/** The file of the program to start with Node. */
export async function installNpmGenerator(step: NpmStep, cache: string): Promise<string> {
  const packages = [step.generator, ...(step.beside ?? [])]
  const folder = await installOnce('npm', packages, cache, async (place) => {
    await writeFile(join(place, 'package.json'), '{ "private": true }\n')
    const args = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--legacy-peer-deps']
    await mustRun(['npm', 'install', '--prefix', place, ...args, ...packages], { deadlineMs: installTimeoutMs })
  })
  const name = step.generator.slice(0, step.generator.lastIndexOf('@'))
  const own = join(folder, 'node_modules', name)
  const { bin } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'))
  const programs: Record<string, string> = typeof bin === 'string' ? { [name]: bin } : bin
  const wanted = step.program ?? name.slice(name.indexOf('/') + 1)
  const file = programs[wanted] ?? Object.values(programs)[0]
  if (file === undefined) throw new Error(`${step.generator} has no program`)
  return join(own, file)
}

/** The folder of its programs. */
export async function installPipGenerator(packages: readonly string[], cache: string): Promise<string> {
  const folder = await installOnce('pip', packages, cache, async (place) => {
    await mustRun(['python3', '-m', 'venv', '--copies', place])
    await mustRun([join(place, 'bin/pip'), 'install', '--quiet', ...packages], { deadlineMs: installTimeoutMs })
  })
  return join(folder, 'bin')
}

async function installOnce(
  kind: string,
  packages: readonly string[],
  cache: string,
  install: (place: string) => Promise<void>,
): Promise<string> {
  const key = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 16)
  const place = join(cache, 'generators', `${kind}-${key}`)
  const done = join(place, '.done')
  await withLock(`starters-generator-${key}`, async () => {
    if ((await stat(done).catch(() => null)) !== null) return
    await rm(place, { recursive: true, force: true })
    await mkdir(place, { recursive: true })
    await install(place)
    await writeFile(`${done}.new`, '')
    await rename(`${done}.new`, done)
  })
  return place
}
