/** Explains why a certificate couldn't be issued and what helps, by the codes of the proxy. Pure. */

interface ProblemText {
  readonly title: string
  readonly hint: string
}

export const certificateProblems: Readonly<Record<string, ProblemText>> = {
  acme_rate_limited: {
    title: "The certificate authority's rate limit is reached",
    hint: 'Wait: Longshore retries automatically at the time the authority names. Until then, upload your own certificate or use another hostname.',
  },
  acme_connection_failed: {
    title: "The certificate authority can't connect to the hostname",
    hint: "Open ports 80 and 443 to everyone, including in your provider's firewall, and remove AAAA records that point elsewhere.",
  },
  acme_wrong_answer: {
    title: 'Another server responds for the hostname',
    hint: 'Point the A and AAAA records only at this server. A CDN or proxy in between must pass /.well-known/acme-challenge/ through.',
  },
  acme_tls_failed: {
    title: 'No TLS at the hostname',
    hint: 'Nothing else can use port 443 on the server, and nothing in between can terminate TLS.',
  },
  acme_caa_forbids: {
    title: 'A CAA record forbids this certificate authority',
    hint: 'Add a CAA record for the authority, for example 0 issue "letsencrypt.org", or remove those that only allow others.',
  },
  acme_dns_failed: {
    title: "The certificate authority can't resolve the hostname",
    hint: "Check that all name servers of the zone respond and that DNSSEC is correct. The authority validates it; many resolvers don't.",
  },
  acme_name_refused: {
    title: 'The certificate authority rejects this hostname',
    hint: 'Its policy rejects certain kinds of names and some well-known names. Use another hostname, or upload your own certificate.',
  },
  acme_account_refused: {
    title: 'The certificate authority rejects the account',
    hint: "Ask the operator to check ACME_EMAIL and the authority's account requirements.",
  },
  acme_authority_unreachable: {
    title: 'The certificate authority is unreachable',
    hint: 'The server must reach the authority over HTTPS. Longshore retries automatically, soon at first and then less often.',
  },
}

const other: ProblemText = {
  title: "The certificate wasn't issued",
  hint: "Longshore retries automatically. If this keeps happening, check the authority's status page, or upload your own certificate.",
}

export function explainCertificateProblem(code: string): ProblemText {
  return certificateProblems[code] ?? other
}
