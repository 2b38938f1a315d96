/** Lists the domains that stop serving when a hostname is detached: its own, and those that only redirect to it. Pure. */
import type { Environment } from '@longshore/sdk'

type Attached = Pick<Environment['domains'][number], 'domainId'> & {
  settings: { redirectsTo?: string | null | undefined } | null
}

export function detachedIds(
  domains: readonly Attached[],
  { hostname, domainId }: { hostname: string; domainId: string },
): string[] {
  const redirecting = domains.flatMap(({ domainId: id, settings }) =>
    id !== null && settings?.redirectsTo === hostname ? [id] : [],
  )
  return [domainId, ...redirecting]
}
