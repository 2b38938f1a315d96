/** API URL of a provider, given its web URL. */
import type { ProviderKind } from '../git-providers.schemas.ts'
import { publicBaseUrls } from '../provider-address.policy.ts'

export function apiUrlOf(kind: ProviderKind, baseUrl: string): string {
  switch (kind) {
    case 'github':
      return baseUrl === publicBaseUrls.github ? 'https://api.github.com' : `${baseUrl}/api/v3`
    case 'gitlab':
      return `${baseUrl}/api/v4`
    case 'bitbucket':
      return baseUrl === publicBaseUrls.bitbucket ? 'https://api.bitbucket.org/2.0' : `${baseUrl}/2.0`
    case 'gitea':
      return `${baseUrl}/api/v1`
  }
}

/** Encodes each part of the name as one path segment. */
export function encodeName(fullName: string): string {
  return fullName.split('/').map(encodeURIComponent).join('/')
}
