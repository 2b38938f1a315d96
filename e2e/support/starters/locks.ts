/** The lockfile that people commit: the generators themselves install nothing here. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mustRun } from '../../fixtures/run.ts'
import { completeLock } from './machine.ts'
import type { Starter } from './starter.ts'

const lockTimeoutMs = 15 * 60_000
const lockfiles = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'uv.lock']

const commands = {
  npm: ['npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'],
  pnpm: ['pnpm', 'install', '--lockfile-only', '--ignore-scripts'],
  bun: ['bun', 'install', '--lockfile-only'],
  uv: ['uv', 'lock'],
} as const

export async function writeLock(app: string, asked: Starter['lock']): Promise<void> {
  const has = async (name: string) => (await stat(join(app, name)).catch(() => null)) !== null
  const isLocked = (await Promise.all(lockfiles.map(has))).includes(true)
  const tool = asked ?? ((await has('package.json')) ? 'npm' : 'none')
  if (!isLocked && tool !== 'none') await mustRun(['env', '-C', app, ...commands[tool]], { deadlineMs: lockTimeoutMs })
  const file = join(app, 'package-lock.json')
  if (!(await has('package-lock.json'))) return
  const text = await readFile(file, 'utf8')
  await writeFile(file, `${JSON.stringify(completeLock(JSON.parse(text)), null, 2)}\n`)
}
