/** How often the worker checks servers, DNS names and Git providers, and which resolvers it queries. */
import { z } from 'zod'
import { parseResolvers } from '../platform/dns/resolvers.ts'
import { flag, list, port } from './setting-fields.ts'

export const pollingSettings = {
  SERVER_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3_600)
    .default(60)
    .describe('Time between two checks of a server.'),
  MAX_CONCURRENT_SERVER_CHECKS: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(20)
    .describe('Number of servers that a worker checks at the same time.'),
  METRICS_INTERVAL_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(15)
    .describe('Time between two measurements of a server and its containers. 0 turns metrics off.'),
  ALERT_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(300)
    .default(15)
    .describe("Time between two evaluations of a server's alert rules."),
  NOTIFICATION_RETRY_SECONDS: z.coerce
    .number()
    .min(0.01)
    .max(600)
    .default(5)
    .describe('Delay before the second attempt to send a notification. Each later attempt waits four times as long.'),
  VERSION_FEED_URL: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe(
      'URL that Longshore checks once a day for the newest version: JSON with version and url. Notification channels with the event version_available get a message. Default: no check.',
    ),
  SECURITY_SCAN_HOURS: z.coerce
    .number()
    .min(0)
    .max(8_760)
    .default(24)
    .describe('Time between two security scans of a server. Scans are spread over the servers. 0: only on request.'),
  PROXY_PROGRAMS_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .default('/usr/local/lib/longshore/proxy')
    .describe(
      'Folder with the programs for servers, for each architecture: longshore-proxy-amd64, longshore-limits-amd64, longshore-proxy-arm64, longshore-limits-arm64. The container image has them.',
    ),
  ACME_DIRECTORY_URL: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe('Directory URL of the certificate authority for servers (ACME, RFC 8555). Default: Let’s Encrypt.'),
  ACME_STAGING: flag
    .default(false)
    .describe('Use Let’s Encrypt’s staging environment. Its certificates aren’t trusted, but its limits are generous.'),
  ACME_CA_CERTIFICATE: z
    .string()
    .max(100_000)
    .regex(/^-----BEGIN CERTIFICATE-----/, 'must be a certificate in PEM')
    .optional()
    .describe(
      "PEM certificate of the authority that signed the server of ACME_DIRECTORY_URL, if it isn't publicly trusted.",
    ),
  ACME_EMAIL: z
    .email()
    .optional()
    .describe('Email address for the certificate authority account of each server. Some authorities send email to it.'),
  DNS_RESOLVERS: list
    .refine(
      (names) => parseResolvers(names) !== undefined,
      'must be a list of addresses with optional ports, or system',
    )
    .default(['1.1.1.1', '8.8.8.8', '9.9.9.9'])
    .describe(
      "DNS resolvers for domain checks, up to five, for example 1.1.1.1,[2620:fe::fe]:53. system: this machine's resolvers.",
    ),
  DNS_AUTHORITY_PORT: port
    .default(53)
    .describe('Port for queries to the name servers of domains. OUTBOUND_ALLOW limits their IP addresses.'),
  DOMAIN_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe("Time between the first checks of a domain that isn't correct yet. Later checks are further apart."),
  CAA_ISSUERS: list
    .default(['letsencrypt.org'])
    .describe('Domains that identify the certificate authority in CAA records.'),
  PREVIEW_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe('Time between two checks of the open pull requests of a project with previews, in addition to webhooks.'),
  SERVER_RECONCILE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('Time between two comparisons of a server with its expected state.'),
  WEBHOOK_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe(
      'Time between two checks that a webhook still exists at the Git provider. A missing webhook is registered again.',
    ),
  GIT_POLL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(60)
    .describe('Time between two checks for new commits, for environments that poll instead of using a webhook.'),
}
