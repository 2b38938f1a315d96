import { expect, test } from 'vitest'
import { parseRemoteUrl } from './remote-url.ts'

test.each([
  ['https://git.example.com/team/shop.git', 'git.example.com', 443, 'https://git.example.com/team/shop.git'],
  ['HTTPS://Git.Example.com:8443/a', 'git.example.com', 8443, 'https://git.example.com:8443/a'],
  ['https://git.example.com./a', 'git.example.com', 443, 'https://git.example.com/a'],
  ['http://127.1:3000/a/b', '127.0.0.1', 3000, 'http://127.0.0.1:3000/a/b'],
  ['https://[2001:DB8::1]:444/a', '2001:db8::1', 444, 'https://[2001:db8::1]:444/a'],
  ['https://bücher.example/a', 'xn--bcher-kva.example', 443, 'https://xn--bcher-kva.example/a'],
])('accepts %s', (text, host, port, written) => {
  expect(parseRemoteUrl(text)).toMatchObject({ host, port, text: written })
})

test.each([
  'ext::sh -c id',
  'file:///etc',
  'ssh://git@host/x',
  'git@host:x.git',
  '--upload-pack=id',
  'https://u@host/x',
  'https://u:p@host/x',
  'https://host',
  'https://host/',
  'https://host/a?b',
  'https://host/a?',
  'https://host/a#b',
  'https://host/a%0ab',
  'https://host/a%2Fb',
  'https://host:0/a',
  ' https://host/a',
  `https://host/${'a'.repeat(2_000)}`,
])('rejects %j', (text) => {
  expect(() => parseRemoteUrl(text)).toThrow(expect.objectContaining({ code: 'url_invalid' }))
})
