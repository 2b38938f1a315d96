/** Chooses the certificate authority of servers; pure. */
import type { AuthoritySettings } from '../routing/proxy-configuration.policy.ts'

const production = 'https://acme-v02.api.letsencrypt.org/directory'
const staging = 'https://acme-staging-v02.api.letsencrypt.org/directory'

export function authorityOf(settings: {
  ACME_DIRECTORY_URL?: string | undefined
  ACME_STAGING: boolean
  ACME_CA_CERTIFICATE?: string | undefined
  ACME_EMAIL?: string | undefined
}): AuthoritySettings {
  const { ACME_DIRECTORY_URL, ACME_STAGING, ACME_CA_CERTIFICATE, ACME_EMAIL } = settings
  return {
    directory: ACME_DIRECTORY_URL ?? (ACME_STAGING ? staging : production),
    roots: ACME_CA_CERTIFICATE ?? null,
    email: ACME_EMAIL ?? null,
  }
}
