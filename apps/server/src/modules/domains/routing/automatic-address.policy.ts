/** Automatic hostname of an environment without a domain; pure. */
import { createHash } from 'node:crypto'

const maxLabel = 63
const suffixLength = 6

export interface ServerAddresses {
  /** A wildcard record of the operator points here. */
  readonly baseDomain: string | null
  readonly v4: string | null
  readonly v6: string | null
  /** A DNS service that resolves `1-2-3-4.<domain>` to 1.2.3.4, such as sslip.io; null if there is none. */
  readonly addressDomain: string | null
}

/**
 * A label that no other environment has: names, and the end of the environment's id. All its service labels have the
 * same end, so that no service name can collide with another environment.
 */
export function addressLabel({ projectSlug, slug, id }: { projectSlug: string; slug: string; id: string }): string {
  return withSuffix(`${projectSlug}-${slug}`, id.slice(-suffixLength))
}

/** The first service has the label itself. */
export function serviceLabel(label: string, service: string): string {
  const whole = `${service}-${label}`
  if (whole.length <= maxLabel) return whole
  const mark = createHash('sha256').update(service).digest('hex').slice(0, 6)
  const end = `${mark}-${label.slice(-suffixLength)}`
  return withSuffix(whole.slice(0, maxLabel - end.length - 1), end)
}

/** The domain after the labels; null if this server has no automatic hostnames. */
export function domainOf({ baseDomain, v4, v6, addressDomain }: ServerAddresses): string | null {
  if (baseDomain !== null) return baseDomain
  if (addressDomain === null) return null
  if (v4 !== null) return `${v4.replaceAll('.', '-')}.${addressDomain}`
  if (v6 !== null) return `${padHyphens(v6.replaceAll(':', '-'))}.${addressDomain}`
  return null
}

/** `::1` would begin with a hyphen, which a label must not. */
function padHyphens(text: string): string {
  return `${text.startsWith('-') ? '0' : ''}${text}${text.endsWith('-') ? '0' : ''}`
}

function withSuffix(text: string, suffix: string): string {
  let start = text.slice(0, maxLabel - suffix.length - 1)
  while (start.endsWith('-')) start = start.slice(0, -1)
  return `${start}-${suffix}`
}

export interface WantedRoute {
  readonly hostname: string
  readonly service: string
}

/** `first`: the service that had the plain label before keeps it. */
export function automaticRoutes(
  services: readonly string[],
  place: { label: string; domain: string; first: string | null },
): WantedRoute[] {
  const { label, domain, first } = place
  const primary = first !== null && services.includes(first) ? first : services[0]
  return services.map((service) => ({
    service,
    hostname: `${service === primary ? label : serviceLabel(label, service)}.${domain}`,
  }))
}
