/**
 * Everything that can be wrong with a domain: a title, what to do, and how long a verified domain stays verified with
 * it. Data only.
 */
const minute = 60_000
const hour = 60 * minute

interface FaultText {
  readonly title: string
  readonly cause: string
  readonly hint: string
  /** How long a verified domain stays verified with this fault, because DNS has short outages. */
  readonly patienceMs: number
}

export const domainFaults = {
  resolvers_unreachable: {
    title: 'No DNS resolver responds',
    cause: "None of this instance's resolvers responded, not even for the DNS root.",
    hint: 'Ask the operator to let the worker reach port 53 of DNS_RESOLVERS, or to set other resolvers.',
    patienceMs: 24 * hour,
  },
  domain_not_registered: {
    title: "The domain doesn't exist",
    cause: "The registry doesn't know this domain. It was never registered, or it expired.",
    hint: 'Register or renew it at a registrar, or check for typos.',
    patienceMs: 6 * hour,
  },
  dns_timeout: {
    title: 'DNS responds too slowly',
    cause: "The domain's name servers take too long to respond.",
    hint: "Check that the domain's name servers are up. Longshore checks again automatically.",
    patienceMs: 24 * hour,
  },
  dns_servfail: {
    title: "Resolvers can't resolve the domain",
    cause:
      'Resolvers return SERVFAIL although the name servers respond. This usually means a wrong or expired DNSSEC signature.',
    hint: "Check DNSSEC: the DS record at your registrar must match the zone's keys. Removing the DS record turns DNSSEC off.",
    patienceMs: 24 * hour,
  },
  nameservers_refuse: {
    title: "The name servers don't know the domain",
    cause: 'The registry lists these name servers, but they refuse to answer for the domain.',
    hint: 'Add the domain at this DNS provider, or set the correct name servers at your registrar.',
    patienceMs: 6 * hour,
  },
  nameservers_silent: {
    title: "The name servers don't respond",
    cause: "None of the domain's name servers responded.",
    hint: "Check that they're up, or set other name servers at your registrar.",
    patienceMs: 24 * hour,
  },
  txt_missing: {
    title: 'The TXT record for verification is missing',
    cause: "The domain's name servers have no TXT record with the verification name.",
    hint: 'Create the TXT record with the name and value in `verification`. Some providers expect the name without the domain.',
    patienceMs: 72 * hour,
  },
  txt_wrong: {
    title: 'The TXT record for verification has another value',
    cause: 'The verification TXT record exists, but none of its values is the expected one.',
    hint: 'Copy the value from `verification` exactly, without quotes. Values of other organizations can stay.',
    patienceMs: 72 * hour,
  },
  txt_partial: {
    title: "Some name servers don't have the TXT record yet",
    cause: "Some of the domain's name servers have the TXT record and others don't.",
    hint: 'This usually takes a few minutes, and Longshore checks again automatically. If it persists, your name servers are out of sync.',
    patienceMs: 72 * hour,
  },
  domain_taken: {
    title: 'The hostname belongs to another organization',
    cause:
      'Another organization on this instance verified this hostname, a parent, or a subdomain of it, or deleted it recently.',
    hint: 'Ask them to remove it. It becomes available after the instance’s reservation time (30 days by default), or once their TXT record has been gone for three days.',
    patienceMs: 0,
  },
  ownership_lost: {
    title: 'The domain is no longer verified',
    cause: 'The verification TXT record has been missing for three days.',
    hint: 'Create the record again. Attached environments keep working unless another organization verifies the hostname.',
    patienceMs: 0,
  },
  dns_name_missing: {
    title: "The hostname doesn't exist",
    cause: 'The domain exists, but this hostname has no DNS records.',
    hint: 'Create an A record (and AAAA if the server has IPv6) with the IP addresses in `verification`.',
    patienceMs: hour,
  },
  dns_no_address: {
    title: 'The hostname has no IP address',
    cause: 'The hostname has DNS records, but no A, AAAA, or CNAME record.',
    hint: 'Create an A record (and AAAA if the server has IPv6) with the IP addresses in `verification`.',
    patienceMs: hour,
  },
  cname_at_apex: {
    title: 'CNAME at the root of the domain',
    cause: 'A CNAME at the root of a zone hides its name server and mail records. Many resolvers reject it.',
    hint: "Replace it with an A record that has the server's IP address, or with ALIAS or ANAME if your provider supports them.",
    patienceMs: 6 * hour,
  },
  cname_dangling: {
    title: "The CNAME target doesn't exist",
    cause:
      "The CNAME points to a host that doesn't exist or has no IP address. Anyone who registers that name gets your visitors.",
    hint: 'Correct the CNAME target, or replace it with an A record.',
    patienceMs: hour,
  },
  cname_loop: {
    title: 'CNAME loop',
    cause: 'The CNAME records point back to themselves.',
    hint: "Replace one of them with an A record that has the server's IP address.",
    patienceMs: hour,
  },
  dns_private_address: {
    title: 'The hostname points to a private network',
    cause:
      "Its IP address only works inside a private network, so visitors and certificate authorities can't reach it.",
    hint: "Use the server's public IP address, as listed in `verification`.",
    patienceMs: hour,
  },
  dns_points_elsewhere: {
    title: 'The hostname points elsewhere',
    cause: 'None of its IP addresses belongs to the server.',
    hint: 'Change the A and AAAA records to the IP addresses in `verification`.',
    patienceMs: hour,
  },
  dns_partly_elsewhere: {
    title: 'Some DNS records point elsewhere',
    cause: 'The hostname has several IP addresses, and not all belong to the server. Some visitors end up elsewhere.',
    hint: "Remove the records that aren't listed in `verification`.",
    patienceMs: hour,
  },
  dns_ipv6_elsewhere: {
    title: 'The AAAA record points elsewhere',
    cause:
      "The A record is correct, but the AAAA record isn't. Most visitors and certificate authorities try IPv6 first.",
    hint: "Remove the AAAA record, or change it to the server's IPv6 address if it has one.",
    patienceMs: hour,
  },
  dns_resolver_stale: {
    title: 'Resolvers still have the old record',
    cause: "The domain's name servers have the correct IP address, but a resolver still returns the previous one.",
    hint: "Wait until the old record's TTL expires. Longshore checks again automatically.",
    patienceMs: 24 * hour,
  },
  dns_resolvers_disagree: {
    title: 'Resolvers disagree',
    cause: 'Some resolvers find the correct IP address, and others find none or fail.',
    hint: "Check that all of the domain's name servers have the same records. Longshore checks again automatically.",
    patienceMs: 24 * hour,
  },
  cdn_not_reached: {
    title: "Requests don't get through the CDN",
    cause: "The IP addresses belong to a CDN, and a request through it didn't reach the server's proxy.",
    hint: "Set the server's IP address as the origin. At Cloudflare, set SSL/TLS to Full (strict), or to Full until the first certificate is issued.",
    patienceMs: 6 * hour,
  },
  cdn_not_attached: {
    title: 'Behind a CDN, but not attached yet',
    cause:
      'The IP addresses belong to a CDN. Longshore can only check the route once the domain is attached to an environment.',
    hint: 'Attach the domain to an environment.',
    patienceMs: 24 * hour,
  },
  caa_forbids: {
    title: 'CAA forbids the certificate',
    cause: "The CAA records list which authorities can issue certificates, and the one used here isn't among them.",
    hint: 'Add a CAA record that allows it, such as 0 issue "letsencrypt.org", or upload your own certificate.',
    patienceMs: hour,
  },
  caa_unanswered: {
    title: 'CAA lookups fail',
    cause: 'DNS queries for CAA records fail, so no authority issues a certificate.',
    hint: "Name servers must answer queries for record types they don't have. Ask your DNS provider.",
    patienceMs: 24 * hour,
  },
  server_missing: {
    title: 'No server for this domain',
    cause: 'Your organization has no server with a known public IP address.',
    hint: "Add a server and wait until it's ready.",
    patienceMs: 24 * hour,
  },
} as const satisfies Record<string, FaultText>

export type FaultCode = keyof typeof domainFaults

export interface Fault {
  readonly code: FaultCode
  /** Describes the result of the check. */
  readonly detail: string
}
