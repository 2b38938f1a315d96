import { expect, test } from 'vitest'
import { createSecretNames } from './secret-names.ts'
import { createSecrets } from './secrets.ts'

test('names are made of letters, digits and underscores, and each is unique', () => {
  const name = createSecretNames()
  const names = [
    name('server', 'Zürich 1'),
    name('server', 'zurich-1'),
    name('a', '港'),
    name('a', '湾'),
    name('a', '--'),
  ]
  expect(names.map((each) => each.fromEnvironment)).toEqual([
    'SERVER_ZURICH_1',
    'SERVER_ZURICH_1_2',
    'A_U6E2F',
    'A_U6E7E',
    'A_EMPTY',
  ])
})

test('values come from the environment, and optional ones can be missing', () => {
  const secrets = createSecrets({ A: 'one', EMPTY: '' })
  const content = {
    a: { fromEnvironment: 'A' },
    list: [{ b: { fromEnvironment: 'B' } }],
    c: { fromEnvironment: 'EMPTY' },
  }
  expect(secrets.missingIn(content)).toEqual(['B', 'EMPTY'])
  expect(secrets.missingIn(content, ['b', 'c'])).toEqual([])
  expect(secrets.resolve(content, ['b', 'c'])).toEqual({ a: 'one', list: [{}] })
})
