import { expect, test } from 'vitest'
import { isRepositoryName, nameBelow, parseRepositoryUrl } from './repository-names.policy.ts'

test.each(['ada/shop', 'group/sub/shop', 'a/b.c_d-e', 'ada/.github', '~ada/shop', 'ada/Grüße'])(
  '%s is a name',
  (name) => expect(isRepositoryName(name)).toBe(true),
)

test.each([
  'shop',
  'ada/',
  '/shop',
  'ada//shop',
  'ada/..',
  '../x',
  '-o/x',
  'ada/-x',
  'a b/c',
  'a/b?c',
  'a/b#c',
  'a/%2e%2e',
  'a/$(id)',
  'a/b;c',
  'a/b\n',
  'a/b:c',
  'x@y/z',
])("%j isn't a name", (name) => expect(isRepositoryName(name)).toBe(false))

test.each([
  ['https://github.com/ada/shop', 'https://github.com/ada/shop', 'ada/shop'],
  ['https://GitHub.com/ada/shop.git/', 'https://github.com/ada/shop', 'ada/shop'],
  ['http://127.0.0.1:3000/ada/shop.git', 'http://127.0.0.1:3000/ada/shop', 'ada/shop'],
  ['https://git.example.com/group/sub/shop', 'https://git.example.com/group/sub/shop', 'group/sub/shop'],
])('%s', (text, url, fullName) => expect(parseRepositoryUrl(text)).toEqual({ url, fullName }))

test.each([
  'git@github.com:ada/shop.git',
  'ssh://git@github.com/ada/shop',
  'ext::sh -c touch% X',
  'file:///etc',
  'https://user:secret@github.com/ada/shop',
  'https://token@github.com/ada/shop',
  'https://github.com/ada/shop?x=1',
  'https://github.com/ada/shop#main',
  'https://github.com',
  'https://github.com/',
  'https://github.com/ada/shop.git$(touch X)',
  'https://-oProxyCommand=x/ada/shop',
  'https://github.com/ada/%2e%2e/%2e%2e/x%00',
  'https://github.com/ada/shop\n--upload-pack=x',
  'https://github.com/-ada/shop',
  'https:\\\\github.com\\ada\\shop',
  '--upload-pack=touch X',
  '',
])("%j isn't a URL", (text) => expect(parseRepositoryUrl(text)).toBeUndefined())

test('a URL below a provider gives the name there', () => {
  expect(nameBelow('https://git.example.com', 'https://git.example.com/ada/shop.git')).toBe('ada/shop')
  expect(nameBelow('https://git.example.com/forge/', 'https://GIT.example.com/forge/ada/shop')).toBe('ada/shop')
  expect(nameBelow('https://git.example.com', 'https://git.example.com.evil.example/ada/shop')).toBeUndefined()
  expect(nameBelow('https://git.example.com', 'https://other.example.com/ada/shop')).toBeUndefined()
})
