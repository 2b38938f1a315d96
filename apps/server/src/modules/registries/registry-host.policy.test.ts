import { expect, it } from 'vitest'
import { parseChallenge } from './registry-challenge.policy.ts'
import { cleanRegistryHost, registryOf, registryUrl } from './registry-host.policy.ts'

it.each([
  ['ghcr.io', 'ghcr.io'],
  ['GHCR.io/', 'ghcr.io'],
  ['https://registry.example.com:5000/', 'registry.example.com:5000'],
  ['index.docker.io', 'docker.io'],
  ['https://index.docker.io/v1/', 'docker.io'],
  ['localhost:5000', 'localhost:5000'],
  ['127.0.0.1:5000', '127.0.0.1:5000'],
  ['nohost', undefined],
  ['http://plain.example.com', undefined],
  ['a.b/c', undefined],
  ['a b.c', undefined],
  ['-a.b', undefined],
  ['a.b:0', undefined],
  ['a.b:99999', undefined],
  ['a.b:1:2', undefined],
  ['user@a.b', undefined],
  ['a.b;id', undefined],
  ['$(id).b', undefined],
])('the host %s is %s', (text, host) => expect(cleanRegistryHost(text)).toBe(host))

it.each([
  ['nginx', 'docker.io'],
  ['library/nginx:1', 'docker.io'],
  ['ghcr.io/a/b:1', 'ghcr.io'],
  ['registry.example.com:5000/a@sha256:00', 'registry.example.com:5000'],
  ['docker.io/library/nginx', 'docker.io'],
])('the image %s is at %s', (image, host) => expect(registryOf(image)).toBe(host))

it('uses TLS for all but the machine itself', () => {
  expect(registryUrl('docker.io')).toBe('https://registry-1.docker.io/v2/')
  expect(registryUrl('127.0.0.1:5000')).toBe('http://127.0.0.1:5000/v2/')
  expect(registryUrl('127-0-0-1.example.com')).toBe('https://127-0-0-1.example.com/v2/')
})

it.each([
  ['Basic realm="x"', { scheme: 'basic' }],
  [
    'Bearer realm="https://auth.example.com/token",service="registry.example.com",scope="a"',
    { scheme: 'bearer', realm: 'https://auth.example.com/token', service: 'registry.example.com' },
  ],
  ['bearer service="s", realm="https://a.b/t"', { scheme: 'bearer', realm: 'https://a.b/t', service: 's' }],
  ['Bearer realm="https://a.b/t"', { scheme: 'bearer', realm: 'https://a.b/t', service: null }],
  ['Bearer', undefined],
  ['Digest realm="x"', undefined],
  ['', undefined],
  [`Bearer ${'a="b",'.repeat(5_000)}`, undefined],
])('reads the challenge %s', (header, challenge) => expect(parseChallenge(header)).toEqual(challenge))
