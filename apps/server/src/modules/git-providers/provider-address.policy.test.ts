import { expect, test } from 'vitest'
import {
  isBaseUrl,
  isFullName,
  isProviderRepositoryId,
  normalizeBaseUrl,
  readRepositoryUrl,
} from './provider-address.policy.ts'

test.each([
  ['https://git.example.com/', 'https://git.example.com'],
  ['HTTPS://Git.Example.com:443/forge/', 'https://git.example.com/forge'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('%s is normalized to %s', (text, url) => {
  expect(normalizeBaseUrl(text)).toBe(url)
  expect(isBaseUrl(url)).toBe(true)
})

test.each([
  'http://a@b.example', 'https://b.example?x=1', 'https://b.example#x', 'ftp://b.example', 'b.example', 'http:b.example', 'https://b.example\\@c',
  'https://%31%32%37.0.0.1', 'https://①.example', 'https://b.example/../x y', 'https://b.example/$(id)', 'http:///b.example', 'javascript:alert(1)', '',
])('%s is not a valid URL', (text) => expect(isBaseUrl(normalizeBaseUrl(text))).toBe(false)) // biome-ignore format: a list

test.each(['octo/shop', 'group/sub/sub/shop', 'a_b/c.d', 'ünï/日本'])('%s is a full name', (name) =>
  expect(isFullName(name)).toBe(true),
)
test.each([
  'shop',
  '../x',
  'a/..',
  'a/-x',
  'a//b',
  '/a/b',
  'a/b/',
  'a/b.git',
  'a/b c',
  'a/$(id)',
  'a/b?c',
  'a/b%2f',
  'a/b\n',
  'a'.repeat(400),
])("%s isn't a full name", (name) => expect(isFullName(name)).toBe(false))

test('provider ids are numbers or UUIDs in braces', () => {
  expect(['1', '{01890a5d-ac96-774b-bcce-b302099a8057}'].every(isProviderRepositoryId)).toBe(true)
  expect(['0', '-1', '1.5', '01890a5d-ac96-774b-bcce-b302099a8057', ''].some(isProviderRepositoryId)).toBe(false)
})

test('parses a pasted URL', () => {
  expect(readRepositoryUrl('https://github.com/octo/shop.git')).toMatchObject({
    baseUrl: 'https://github.com',
    fullName: 'octo/shop',
    host: 'github.com',
    port: 443,
    isPlain: false,
    url: 'https://github.com/octo/shop.git',
  })
  expect(readRepositoryUrl('http://[::1]:81/shop')).toMatchObject({
    host: '::1',
    port: 81,
    isPlain: true,
    fullName: '___1_/shop',
  })
})

test.each([
  'git@github.com:octo/shop', 'ssh://github.com/octo/shop', 'https://a:b@github.com/octo/shop', 'https://github.com/', 'https://github.com/octo/shop?x=1',
  'https://github.com/octo/shop#x', 'file:///etc/passwd', 'https://github.com/octo/%2e%2e', 'https://github.com/octo/%zz', '--upload-pack=x', 'ext::sh -c id',
])('rejects %s', (text) => expect(readRepositoryUrl(text)).toBeNull()) // biome-ignore format: a list
