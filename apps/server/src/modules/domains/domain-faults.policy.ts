/** Every way in which a domain is not right: what it is called, what to do, and how long a verified one may be like that; data. */
const minute = 60_000
const hour = 60 * minute

interface FaultMeaning {
  readonly title: string
  readonly cause: string
  readonly hint: string
  /** A verified domain stays verified for so long: DNS has bad moments. */
  readonly patienceMs: number
}

export const domainFaults = {
  resolvers_unreachable: {
    title: 'No resolver answers this instance',
    cause: 'None of the resolvers that this instance asks gave any answer, not even about the root of DNS.',
    hint: 'The operator lets the worker reach port 53 of DNS_RESOLVERS, or names others there.',
    patienceMs: 24 * hour,
  },
  domain_not_registered: {
    title: 'The domain does not exist',
    cause: 'The registry of its suffix knows no such domain: it was never registered, or it has expired.',
    hint: 'Register or renew it at a registrar, or look for a typing error.',
    patienceMs: 6 * hour,
  },
  dns_timeout: {
    title: 'DNS does not answer in time',
    cause: 'Resolvers wait for the name servers of the domain longer than a visitor would.',
    hint: 'Look whether the name servers of the domain are up; it is checked again by itself.',
    patienceMs: 24 * hour,
  },
  dns_servfail: {
    title: 'Resolvers cannot resolve the domain',
    cause:
      'Resolvers answer SERVFAIL although name servers answer, which is how a DNSSEC signature that is wrong or expired looks.',
    hint: 'Check DNSSEC: the DS record at the registrar must fit the keys of the zone. Removing the DS record switches it off.',
    patienceMs: 24 * hour,
  },
  nameservers_refuse: {
    title: 'The name servers do not know the domain',
    cause: 'The registry names these servers, and they refuse to answer for the domain.',
    hint: 'Add the domain at this DNS provider, or have the registrar name the servers of the provider that has it.',
    patienceMs: 6 * hour,
  },
  nameservers_silent: {
    title: 'The name servers do not answer',
    cause: 'None of the name servers of the domain gave an answer.',
    hint: 'Look whether they are up, or have the registrar name others.',
    patienceMs: 24 * hour,
  },
  txt_missing: {
    title: 'The record that proves the domain is missing',
    cause: 'The name servers of the domain have no TXT record under the name of the proof.',
    hint: 'Make the TXT record with the name and the value that stand in `verification`; some providers want the name without the domain.',
    patienceMs: 72 * hour,
  },
  txt_wrong: {
    title: 'The record that proves the domain has another value',
    cause: 'There is a TXT record under the name of the proof, and none of its values is the one that is expected.',
    hint: 'Copy the value from `verification` as it is, without quotes; values of other organisations may stand beside it.',
    patienceMs: 72 * hour,
  },
  txt_partial: {
    title: 'Not all name servers have the record yet',
    cause: 'Some name servers of the domain have the TXT record and others do not.',
    hint: 'Usually it spreads within minutes, and it is checked again by itself; else the name servers are not in step.',
    patienceMs: 72 * hour,
  },
  domain_taken: {
    title: 'The hostname belongs to another organisation',
    cause:
      'Another organisation of this instance has proven this hostname, one above it or one below it, or has deleted it lately.',
    hint: 'Have it removed there; it becomes free some days later, or when the TXT record of that organisation is gone for three days.',
    patienceMs: 0,
  },
  ownership_lost: {
    title: 'The proof of the domain is gone',
    cause: 'The TXT record that proved the domain has not been there for three days.',
    hint: 'Make the record again. What is attached keeps answering unless another organisation proves the hostname.',
    patienceMs: 0,
  },
  dns_name_missing: {
    title: 'The hostname does not exist',
    cause: 'The domain exists, and there is no record of any kind under this name.',
    hint: 'Make an A record (and AAAA if the server has IPv6) with the addresses that stand in `verification`.',
    patienceMs: hour,
  },
  dns_no_address: {
    title: 'The hostname has no address',
    cause: 'There are records under this name, but neither A nor AAAA nor CNAME.',
    hint: 'Make an A record (and AAAA if the server has IPv6) with the addresses that stand in `verification`.',
    patienceMs: hour,
  },
  cname_at_apex: {
    title: 'An alias stands at the top of the domain',
    cause: 'A CNAME at the top of a zone hides its name servers and mail; many resolvers refuse it.',
    hint: 'Replace it by an A record with the address of the server, or by ALIAS or ANAME if your provider has those.',
    patienceMs: 6 * hour,
  },
  cname_dangling: {
    title: 'The alias leads to nothing',
    cause: 'The CNAME names a host that does not exist or has no address. Whoever gets that name gets your visitors.',
    hint: 'Correct the target of the CNAME, or replace it by an A record.',
    patienceMs: hour,
  },
  cname_loop: {
    title: 'The alias leads to itself',
    cause: 'Following the CNAMEs comes back to a name that was there before.',
    hint: 'Replace one of them by an A record with the address of the server.',
    patienceMs: hour,
  },
  dns_private_address: {
    title: 'The hostname leads into a private network',
    cause:
      'Its address is one that only exists inside of a network, so visitors and certificate authorities cannot reach it.',
    hint: 'Use the public address of the server that stands in `verification`.',
    patienceMs: hour,
  },
  dns_points_elsewhere: {
    title: 'The hostname leads elsewhere',
    cause: 'None of its addresses is one of the server.',
    hint: 'Change the A and AAAA records to the addresses that stand in `verification`.',
    patienceMs: hour,
  },
  dns_partly_elsewhere: {
    title: 'Some of the addresses lead elsewhere',
    cause: 'The hostname has several addresses and not all of them are the server’s, so some visitors end elsewhere.',
    hint: 'Remove the records that `verification` does not expect.',
    patienceMs: hour,
  },
  dns_ipv6_elsewhere: {
    title: 'IPv6 leads elsewhere',
    cause:
      'The A record is right and the AAAA record is not. Most visitors and certificate authorities try IPv6 first.',
    hint: 'Remove the AAAA record, or change it to the IPv6 address of the server if it has one.',
    patienceMs: hour,
  },
  dns_resolver_stale: {
    title: 'Resolvers still have the old answer',
    cause: 'The name servers of the domain have the right address; a resolver still gives the one from before.',
    hint: 'Wait until the time to live of the old record is over; it is checked again by itself.',
    patienceMs: 24 * hour,
  },
  dns_resolvers_disagree: {
    title: 'Resolvers give different answers',
    cause: 'Some resolvers find the right address and others find none or fail.',
    hint: 'Look whether all name servers of the domain have the same records; it is checked again by itself.',
    patienceMs: 24 * hour,
  },
  cdn_not_reached: {
    title: 'Requests do not arrive through the CDN',
    cause:
      'The addresses belong to a content delivery network, and a request through it was not answered by the proxy of the server.',
    hint: 'Set the server as origin, with its address. At Cloudflare set SSL/TLS to Full (strict), or to Full until the first certificate is there.',
    patienceMs: 6 * hour,
  },
  cdn_not_attached: {
    title: 'Behind a CDN, and nothing is attached yet',
    cause:
      'The addresses belong to a content delivery network; whether it leads here can be seen once the domain is attached to an environment.',
    hint: 'Attach the domain to an environment.',
    patienceMs: 24 * hour,
  },
  caa_forbids: {
    title: 'CAA forbids the certificate',
    cause:
      'CAA records name the authorities that may issue certificates, and the one that is used here is not among them.',
    hint: 'Add a CAA record that allows the authority, such as 0 issue "letsencrypt.org", or bring a certificate of your own.',
    patienceMs: hour,
  },
  caa_unanswered: {
    title: 'Nobody answers about CAA',
    cause: 'The question for CAA records fails, and then no authority issues a certificate.',
    hint: 'Name servers must answer questions about record types that they do not have; ask your DNS provider.',
    patienceMs: 24 * hour,
  },
  server_missing: {
    title: 'There is no server that it could lead to',
    cause: 'Your organisation has no server with a known public address.',
    hint: 'Add a server and wait until it is ready.',
    patienceMs: 24 * hour,
  },
} as const satisfies Record<string, FaultMeaning>

export type FaultCode = keyof typeof domainFaults

export interface Fault {
  readonly code: FaultCode
  /** What was seen. */
  readonly detail: string
}
