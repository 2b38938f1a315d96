/** Chooses the hostname that the header of an environment links. Pure. */
import type { Environment } from '@longshore/sdk'

type UrlOf = Environment['domains'][number]

/** The first custom domain that is known to work, then the automatic one, which needs no DNS record. */
export function mainDomain({ domains }: Pick<Environment, 'domains'>): UrlOf | undefined {
  return (
    domains.find((domain) => domain.settings?.redirectsTo === null && isKnownToWork(domain)) ??
    domains.find(({ origin }) => origin === 'automatic') ??
    domains[0]
  )
}

function isKnownToWork({ settings }: UrlOf): boolean {
  if (settings === null || settings.state.status !== 'loaded') return false
  const { mode, state } = settings.ssl
  // An issued certificate proves that DNS points to the server. In other modes, the route is all that is known.
  return mode !== 'auto' || state?.status === 'active' || state?.status === 'renewing'
}
