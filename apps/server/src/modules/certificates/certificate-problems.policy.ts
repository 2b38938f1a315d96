/** What stands in the way of a certificate, and what helps; by the codes that the proxy gives. Pure. */

interface Meaning {
  readonly title: string
  readonly hint: string
}

export const certificateProblems: Readonly<Record<string, Meaning>> = {
  acme_rate_limited: {
    title: 'The authority has a limit, and it is reached',
    hint: 'Wait: it is tried again by itself at the time that the authority names. Until then bring a certificate of your own, or use another hostname.',
  },
  acme_connection_failed: {
    title: 'The authority cannot connect to the hostname',
    hint: 'Open ports 80 and 443 of the server to everybody, also in the firewall of its provider, and remove AAAA records that lead elsewhere.',
  },
  acme_wrong_answer: {
    title: 'Another server answers for the hostname',
    hint: 'Let the A and AAAA records lead to this server alone. A CDN or another proxy in between must let /.well-known/acme-challenge/ through.',
  },
  acme_tls_failed: {
    title: 'The authority found no TLS at the hostname',
    hint: 'Nothing else may answer on port 443 of the server, and nothing in between may end TLS.',
  },
  acme_caa_forbids: {
    title: 'A CAA record forbids this authority',
    hint: 'Add a CAA record with the name of the authority, for example 0 issue "letsencrypt.org", or remove those that name only others.',
  },
  acme_dns_failed: {
    title: 'The authority cannot look the hostname up',
    hint: 'See whether all name servers of the zone answer, and whether DNSSEC is right: the authority checks it, many resolvers do not.',
  },
  acme_name_refused: {
    title: 'The authority gives no certificate for this hostname',
    hint: 'Names of some kinds and some well-known names are refused by policy. Use another hostname, or bring a certificate of your own.',
  },
  acme_account_refused: {
    title: 'The authority does not accept the account',
    hint: 'The operator has to look at ACME_EMAIL and at what the authority asks of accounts.',
  },
  acme_authority_unreachable: {
    title: 'The authority cannot be reached',
    hint: 'The server must reach the authority over https. It is tried again by itself, first soon and then less often.',
  },
}

const other: Meaning = {
  title: 'The authority gave no certificate',
  hint: 'It is tried again by itself. If it stays so, look at the state of the authority, or bring a certificate of your own.',
}

export function explainCertificateProblem(code: string): Meaning {
  return certificateProblems[code] ?? other
}
