/** How often the worker looks at servers, names and forges, and what it may ask. */
import { z } from 'zod'
import { parseResolvers } from '../platform/dns/resolvers.ts'
import { flag, list, port } from './setting-fields.ts'

export const lookSettings = {
  SERVER_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3_600)
    .default(60)
    .describe('Between two looks at a server.'),
  SERVER_CHECKS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(20)
    .describe('Servers that a worker looks at side by side.'),
  METRICS_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(15)
    .describe('Between two measurements of what a server and its containers use. 0: nothing is measured.'),
  ALERT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(300)
    .default(15)
    .describe('Between two judgements of a server by the rules of alerts.'),
  NOTICE_RETRY_SECONDS: z.coerce
    .number()
    .min(0.01)
    .max(600)
    .default(5)
    .describe('Before the second try of a notification; each later one waits four times as long.'),
  VERSION_FEED_URL: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe(
      'Asked once a day for the newest version: JSON with version and url. Whoever has a connector with the event version_available is told. Default: nobody is asked.',
    ),
  SECURITY_SCAN_HOURS: z.coerce
    .number()
    .min(0)
    .max(8_760)
    .default(24)
    .describe('Between two looks at the security of a server, spread over the servers. 0: only when somebody asks.'),
  PROXY_PROGRAMS_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .default('/usr/local/lib/longshore/proxy')
    .describe(
      'Where the programs of the proxy are, one for each architecture: longshore-proxy-amd64, longshore-proxy-arm64. The container image has them.',
    ),
  ACME_DIRECTORY: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe(
      'Directory of the certificate authority from which servers get certificates (ACME, RFC 8555). Default: Let’s Encrypt.',
    ),
  ACME_STAGING: flag
    .default(false)
    .describe('Certificates of Let’s Encrypt’s staging environment: nobody trusts them, and its limits are generous.'),
  ACME_ROOT: z
    .string()
    .max(100_000)
    .regex(/^-----BEGIN CERTIFICATE-----/, 'must be a certificate in PEM')
    .optional()
    .describe('PEM: the authority that signed for the server of ACME_DIRECTORY, where not everybody trusts it.'),
  ACME_EMAIL: z
    .email()
    .optional()
    .describe('Given to the certificate authority with the account of each server; some write to it.'),
  DNS_RESOLVERS: list
    .refine(
      (names) => parseResolvers(names) !== undefined,
      'must be a list of addresses with optional ports, or system',
    )
    .default(['1.1.1.1', '8.8.8.8', '9.9.9.9'])
    .describe(
      'Resolvers that are asked about domains, up to five, for example 1.1.1.1,[2620:fe::fe]:53; system: those of this machine.',
    ),
  DNS_AUTHORITY_PORT: port
    .default(53)
    .describe('Port at which name servers of domains are asked. Where they are is limited by OUTBOUND_ALLOW.'),
  DOMAIN_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('Between the first looks at a domain that is not right yet; later ones are further apart.'),
  CAA_ISSUERS: list
    .default(['letsencrypt.org'])
    .describe('Domains by which the certificate authority goes in CAA records.'),
  PREVIEW_LOOK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe('Between two looks at the open pull requests of a project with previews, beside what webhooks tell.'),
  SWEEP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('Between two comparisons of what is on a server with what should be there.'),
  WEBHOOK_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe('Between two looks whether a hook is still at the forge; one that is gone is registered again.'),
  GIT_POLL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(60)
    .describe('Between two looks for new commits, of environments that poll in place of a hook.'),
}
