import { expect, test } from 'vitest'
import type { Repository } from './clients/git.client.ts'
import { findRepositoryName } from './find-repository.remote.ts'
import type { GitProviderRow } from './git-providers.repository.ts'

const row = {} as GitProviderRow

function find(name: string, names: readonly string[], isIncomplete = false): Promise<string> {
  const items = names.map((fullName) => ({ fullName }) as Repository)
  return findRepositoryName({ get: async () => ({ items, dropped: 0, isIncomplete }) }, row, name)
}

test('uses a full name and an identifier as they are', async () => {
  expect(await find('ada/shop', [])).toBe('ada/shop')
  expect(await find('4711', ['ada/4711'])).toBe('4711')
})

test('resolves a bare name to the only repository with that name, of any owner and case', async () => {
  expect(await find('Shop', ['ada/workshop', 'group/team/shop', 'ada/shop-api'])).toBe('group/team/shop')
})

test('returns 409 with the full names if several repositories have the bare name', async () => {
  await expect(find('shop', ['ada/shop', 'bob/shop'])).rejects.toMatchObject({
    problem: { code: 'repository_name_ambiguous', status: 409 },
    message: '"shop" can be ada/shop, bob/shop.',
  })
})

test('returns 409 if the list of repositories is incomplete, because another one may have the name', async () => {
  const problem = { code: 'repository_name_ambiguous' }
  await expect(find('shop', ['ada/shop'], true)).rejects.toMatchObject({ problem })
  await expect(find('shop', [], true)).rejects.toMatchObject({ problem })
})

test('returns 404 if the account sees no repository with that name', async () => {
  await expect(find('shop', ['ada/workshop'])).rejects.toMatchObject({ problem: { status: 404 } })
})
