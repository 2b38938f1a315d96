import { expect, test } from 'vitest'
import { CreateDestinationBody } from '../../../server/src/modules/backups/schedules/destinations.schemas.ts'
import { Hostname } from '../../../server/src/modules/domains/dns/domains.schemas.ts'
import { RepositoryPath } from '../../../server/src/modules/environments/source-names.schemas.ts'
import { BaseUrl } from '../../../server/src/modules/git-providers/git-providers.schemas.ts'
import { GotifyConfig } from '../../../server/src/modules/notifications/kinds/connector-configs.schemas.ts'
import { parseRepositoryUrl } from '../../../server/src/modules/projects/repository-names.policy.ts'
import { RegistryHost } from '../../../server/src/modules/registries/registries.schemas.ts'
import { Host } from '../../../server/src/modules/servers/servers.schemas.ts'
import {
  toBaseUrl,
  toChannelUrl,
  toEndpoint,
  toHostname,
  toRegistryHost,
  toRepositoryPath,
  toRepositoryUrl,
  toServerHost,
} from './canonical-text.ts'

const s3 = { type: 's3', name: 'a', bucket: 'abc', accessKeyId: 'a', secretAccessKey: 'b' } as const
const endpointOf = (endpoint: string) => Object(CreateDestinationBody.parse({ ...s3, endpoint })).endpoint

test.each<[string, (text: string) => string, (text: string) => unknown, string[]]>([
  ['Git provider', toBaseUrl, (text) => BaseUrl.parse(text), ['HTTPS://Git.Example.com/', 'https://a.example.com:443/x//']],
  ['endpoint', toEndpoint, endpointOf, ['https://S3.example.com/', 'http://127.0.0.1:9000', 'https://a.example.com:443/']],
  ['registry', toRegistryHost, (text) => RegistryHost.parse(text), [
    'GHCR.io', ' https://Registry.example.com:5000/ ', 'index.docker.io/v1', 'https://hub.docker.com/', 'localhost',
  ]],
  ['path', toRepositoryPath, (text) => RepositoryPath.parse(text), ['./', '', './apps//web/', 'apps/./web', '.']],
  ['repository', toRepositoryUrl, (text) => parseRepositoryUrl(text)?.url, [
    'https://Git.Example.com/ada/Shop.git/', 'https://git.example.com:443/ada/shop.GIT', 'https://a.example.com/%7Eada/x',
  ]],
  ['host', toServerHost, (text) => Host.parse(text), ['Server-1.Example.com', '2001:DB8:0:0::0001', '::1', '10.0.0.1']],
  ['hostname', toHostname, (text) => Hostname.parse(text), ['App.Example.com.', 'München.example.com', 'xn--mnchen-3ya.example.com']],
  ['channel', toChannelUrl, (url) => GotifyConfig.parse({ url, token: 'a' }).url, ['https://a.example.com/b/', 'http://a.example.com']],
])('a %s has the form that the instance stores', (_, toCanonical, parse, texts) => {
  for (const text of texts) {
    expect(toCanonical(text)).toBe(parse(text))
    expect(toCanonical(toCanonical(text))).toBe(toCanonical(text))
  }
}) // biome-ignore format: one case each

test('text that the instance rejects stays as it is', () => {
  expect(toBaseUrl('git.example.com/')).toBe('git.example.com/')
  expect(toEndpoint('https://s3.example.com/bucket/')).toBe('https://s3.example.com/bucket/')
  expect(toRepositoryPath('/etc/')).toBe('/etc/')
  expect(toRepositoryUrl('git@example.com:ada/shop.git')).toBe('git@example.com:ada/shop.git')
})
