import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compareWithOrigin } from './checks.ts'
import { run } from './run.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longshore-checks-'))
  const person = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example' } // biome-ignore format: one line
  for (const [name, value] of Object.entries({ ...person, GIT_CONFIG_GLOBAL: '/dev/null' })) vi.stubEnv(name, value)
  await run(['git', 'init', '--quiet', '--bare', '--initial-branch=main', join(folder, 'origin')])
  await run(['git', 'clone', '--quiet', join(folder, 'origin'), join(folder, 'mine')])
  await commit('mine', 'first')
  await git('mine', 'push', '--quiet', 'origin', 'HEAD:refs/heads/main')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const git = (name: string, ...args: string[]) => run(['git', '-C', join(folder, name), ...args])
const commit = (name: string, message: string) => git(name, 'commit', '--quiet', '--allow-empty', '--message', message)
const other = ['HEAD is not origin/main: release from there']

test('a release is made from the newest commit of origin/main', async () => {
  expect(await compareWithOrigin(join(folder, 'mine'))).toEqual([])
})

test('a commit that is not on origin/main is refused', async () => {
  await git('mine', 'checkout', '--quiet', '-b', 'feature')
  await commit('mine', 'second')
  expect(await compareWithOrigin(join(folder, 'mine'))).toEqual(other)
})

test('a newer commit on origin/main is fetched', async () => {
  await run(['git', 'clone', '--quiet', join(folder, 'origin'), join(folder, 'theirs')])
  await commit('theirs', 'second')
  await git('theirs', 'push', '--quiet', 'origin', 'HEAD:refs/heads/main')
  expect(await compareWithOrigin(join(folder, 'mine'))).toEqual(other)
})

test('a checkout without an origin has nothing to compare, and an unreachable origin is an obstacle', async () => {
  await git('mine', 'remote', 'set-url', 'origin', join(folder, 'missing'))
  expect(await compareWithOrigin(join(folder, 'mine'))).toEqual(['origin/main could not be fetched'])
  await git('mine', 'remote', 'remove', 'origin')
  expect(await compareWithOrigin(join(folder, 'mine'))).toEqual([])
})
