/** Chooses the certificate authority of servers; pure. */
import type { AuthoritySettings } from '../routing/proxy-configuration.policy.ts'

const production = 'https://acme-v02.api.letsencrypt.org/directory'
const staging = 'https://acme-staging-v02.api.letsencrypt.org/directory'

export function authorityOf(settings: {
  ACME_DIRECTORY?: string | undefined
  ACME_STAGING: boolean
  ACME_ROOT?: string | undefined
  ACME_EMAIL?: string | undefined
}): AuthoritySettings {
  const { ACME_DIRECTORY, ACME_STAGING, ACME_ROOT, ACME_EMAIL } = settings
  return {
    directory: ACME_DIRECTORY ?? (ACME_STAGING ? staging : production),
    roots: ACME_ROOT ?? null,
    email: ACME_EMAIL ?? null,
  }
}
