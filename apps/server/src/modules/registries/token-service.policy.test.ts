import { expect, it } from 'vitest'
import { isOwnTokenService } from './token-service.policy.ts'

it.each([
  ['https://registry-1.docker.io/v2/', 'https://auth.docker.io/token'],
  ['https://ghcr.io/v2/', 'https://ghcr.io/token'],
  ['https://registry.gitlab.com/v2/', 'https://gitlab.com/jwt/auth'],
  ['https://registry.shop.co.uk/v2/', 'https://git.shop.co.uk/jwt/auth'],
  ['https://team.azurecr.io/v2/', 'https://team.azurecr.io/oauth2/token'],
  ['https://rg.fr-par.scw.cloud/v2/', 'https://api.scaleway.com/registry-internal/v1/regions/fr-par/tokens'],
  ['https://10.0.0.5:5000/v2/', 'https://10.0.0.5:5001/auth'],
  ['http://127.0.0.1:5000/v2/', 'http://127.0.0.1:5001/auth'],
])('%s can name %s', (registry, service) => expect(judge(registry, service)).toBe(true))

it.each([
  ['another domain', 'https://registry.example.com/v2/', 'https://collector.example.net/token'],
  ['another domain of one public suffix', 'https://registry.shop.co.uk/v2/', 'https://auth.other.co.uk/token'],
  ['another customer of one host', 'https://one.github.io/v2/', 'https://two.github.io/token'],
  ['a longer name with the same end', 'https://ghcr.io/v2/', 'https://evilghcr.io/token'],
  ['the same name in front', 'https://ghcr.io/v2/', 'https://ghcr.io.example.net/token'],
  ['the same domain without TLS', 'https://registry-1.docker.io/v2/', 'http://auth.docker.io/token'],
  ['the same host without TLS', 'https://ghcr.io/v2/', 'http://ghcr.io/token'],
  ['another address', 'https://10.0.0.5/v2/', 'https://10.0.0.6/token'],
  ['an address for a name', 'https://registry.example.com/v2/', 'https://203.0.113.7/token'],
  ['another name without TLS', 'http://127.0.0.1:5000/v2/', 'http://localhost:5001/token'],
  ['another scheme', 'http://127.0.0.1:5000/v2/', 'ftp://127.0.0.1/token'],
  ['a known service of another registry', 'https://registry.example.com/v2/', 'https://api.scaleway.com/token'],
  ['a known service at another port', 'https://rg.fr-par.scw.cloud/v2/', 'https://api.scaleway.com:8443/token'],
])('refuses %s', (_, registry, service) => expect(judge(registry, service)).toBe(false))

function judge(registry: string, service: string): boolean {
  return isOwnTokenService(new URL(registry), new URL(service))
}
