/** Schemas of domains: hostname, ownership, and DNS findings. */
import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'
import { CertificateState } from '../certificates/certificates.schemas.ts'
import { type HostnameFault, maxHostname, parseHostname } from './hostname.policy.ts'

const faults: Record<HostnameFault, string> = {
  invalid: 'must be a hostname: labels of letters, digits and hyphens, separated by dots',
  too_long: `must not be longer than ${maxHostname} characters, and no label longer than 63`,
  wildcard: 'must be one hostname: wildcards are not supported',
  address: 'must be a name, not an IP address',
  more_than_a_name: 'must be the hostname alone, such as app.example.com: without https://, port or path',
  single_label: 'must have a domain, such as app.example.com',
  public_suffix: 'is a suffix under which names are sold, not a name of yours',
  internationalized: 'must be written in the one form that stands for it in DNS',
}

export const Hostname = z
  .string()
  .min(1)
  .max(1_000)
  .superRefine((text, context) => {
    const { fault } = parseHostname(text)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: faults[fault] })
  })
  .overwrite((text) => parseHostname(text).hostname ?? text)
  .meta({
    description:
      'Hostname without scheme, port, or path. International names are accepted and stored in their ASCII form. Wildcards aren’t supported.',
    example: 'app.example.com',
  })

export const domainStatuses = ['pending', 'verifying', 'verified', 'failed'] as const
export const DomainStatus = z
  .enum(domainStatuses)
  .describe(
    '`pending`: the DNS records aren’t right yet, and Longshore keeps checking. `verifying`: a check is running. `verified`: ownership and DNS are right. `failed`: a check found a problem; see `error`.',
  )
export type DomainStatus = z.output<typeof DomainStatus>

export const Routing = z.enum(['direct', 'behind_cdn', 'elsewhere', 'none']).meta({
  description:
    'Where the hostname points. `direct`: to the server’s IP addresses. `behind_cdn`: to a content delivery network. `elsewhere`: to IP addresses that aren’t yours. `none`: to nothing, because it has no address records.',
})
export type Routing = z.output<typeof Routing>

export const DomainProblem = z.object({
  code: z.string().meta({
    description: 'Stable code that programs can match on. The domain checks reference lists all of them.',
    example: 'dns_points_elsewhere',
  }),
  title: z.string().meta({
    description: 'Short headline for people.',
    example: 'The hostname points to another server',
  }),
  detail: z.string().describe('What Longshore found in DNS, with names and values.'),
  hint: z.string().describe('Which record to create or change.'),
})
export type DomainProblem = z.output<typeof DomainProblem>

export const RecordType = z
  .enum(['TXT', 'A', 'AAAA', 'CNAME', 'CAA'])
  .describe(
    'Type of DNS record. `TXT`: proves ownership. `A`: IPv4 addresses. `AAAA`: IPv6 addresses. `CNAME`: an alias for another hostname. `CAA`: certificate authorities that are allowed to issue.',
  )

/** One record: the expected values and the current ones. */
export const DomainRecord = z.object({
  type: RecordType,
  name: z.string().meta({ description: 'Full DNS name that the record belongs to.', example: 'app.example.com' }),
  expected: z.array(z.string()).meta({
    description: 'Values that make the record right; one of them is enough. Empty if no record is needed.',
    example: ['203.0.113.7'],
  }),
  found: z.array(z.string()).meta({
    description: 'Values that DNS servers returned at the last check; empty if there is no record.',
    example: ['203.0.113.7'],
  }),
  ok: z.boolean().describe('True if the record is right or isn’t needed.'),
})
export type DomainRecord = z.output<typeof DomainRecord>

/** Response of one DNS server. */
export const ResolverAnswer = z.object({
  resolver: z.string().meta({
    description: 'IP address and port of the DNS server.',
    example: '1.1.1.1:53',
  }),
  kind: z
    .enum(['resolver', 'authoritative'])
    .describe(
      '`resolver`: a public resolver, whose answers can be cached. `authoritative`: a name server of the domain itself.',
    ),
  type: RecordType,
  outcome: z
    .enum(['found', 'none', 'nxdomain', 'servfail', 'refused', 'timeout', 'error'])
    .describe(
      '`found`: it returned records. `none`: the name exists without such records. `nxdomain`: the name doesn’t exist. `servfail`: the server failed. `refused`: it declined to respond. `timeout`: it didn’t respond in time. `error`: it couldn’t be queried.',
    ),
  found: z.array(z.string()).meta({
    description: 'Values it returned; empty unless `outcome` is `found`.',
    example: ['203.0.113.7'],
  }),
  durationMs: z.int().meta({ description: 'Milliseconds until the response or the error.', example: 24 }),
})
export type ResolverAnswer = z.output<typeof ResolverAnswer>

export const DomainFindings = z.object({
  records: z.array(DomainRecord),
  answers: z.array(ResolverAnswer),
  nameservers: z.array(z.string()),
})
export type DomainFindings = z.output<typeof DomainFindings>

const DomainVerification = z
  .object({
    isTxtRequired: z
      .boolean()
      .describe(
        'True if you must create the TXT record: several organizations share this instance, or sign-up is open.',
      ),
    txtName: z.string().meta({
      description: 'DNS name of the TXT record to create.',
      example: '_longshore-challenge.app.example.com',
    }),
    txtValue: z.string().meta({
      description: 'Value of the TXT record to create. It isn’t secret and doesn’t change.',
      example: 'longshore-domain=0a1b2c',
    }),
    verifiedBy: z
      .enum(['txt', 'only_organization'])
      .nullable()
      .describe(
        'How Longshore verified ownership. `txt`: by the TXT record. `only_organization`: not needed, because this instance has one organization. Null: not verified yet.',
      ),
    verifiedAt: Time.nullable().describe('When Longshore verified ownership; null until then.'),
    records: z.array(DomainRecord).describe('DNS records that Longshore expects, and what it found.'),
    resolvers: z
      .array(ResolverAnswer)
      .describe('Responses from each DNS server at the last check, for troubleshooting.'),
    nameservers: z.array(z.string()).meta({
      description: 'Authoritative name servers of the domain; empty before the first check.',
      example: ['ns1.example.net'],
    }),
  })
  .describe('DNS records to create, and what the last check found.')

export const Domain = z
  .object({
    id: idOf('dom').describe('ID to verify or remove the domain with.'),
    hostname: z.string().meta({
      description: 'Hostname in its ASCII form. Once verified, it belongs to one organization on this instance.',
      example: 'app.example.com',
    }),
    unicodeHostname: z.string().meta({
      description: 'Same hostname with international characters, for display.',
      example: 'app.example.com',
    }),
    apexDomain: z.string().meta({
      description: 'Registered domain that the hostname belongs to, as you bought it.',
      example: 'example.com',
    }),
    status: DomainStatus,
    routing: Routing,
    cdn: z.string().nullable().meta({
      description: 'Content delivery network in front of the hostname; null if there is none.',
      example: 'cloudflare',
    }),
    verification: DomainVerification,
    certificate: CertificateState.describe('TLS certificate for the hostname.'),
    canIssueCertificate: z
      .boolean()
      .describe('True if Longshore can request a certificate: ownership, DNS, and CAA records are right.'),
    environmentId: idOf('env')
      .nullable()
      .describe('Environment that the hostname is attached to; null if it isn’t attached.'),
    attempts: z.int().meta({
      description: 'Number of failed checks in a row. The more there are, the longer Longshore waits between checks.',
      example: 0,
    }),
    lastCheckedAt: Time.nullable().describe('When Longshore last checked DNS; null before the first check.'),
    nextCheckAt: Time.describe(
      'When Longshore checks DNS next: every 30 seconds at first, then less often, and every six hours once verified.',
    ),
    error: DomainProblem.nullable().describe('What is wrong with DNS; null if the last check found nothing.'),
    version: z
      .int()
      .describe(
        'Revision of the domain, which increases with every change. Send it in `If-Match` when you remove the domain.',
      ),
    createdAt: Time.describe('When the hostname was registered here.'),
    updatedAt: Time.describe('When its status or findings last changed.'),
  })
  .meta({ id: 'Domain', description: 'Hostname of your organization, and what DNS says about it.' })
export type Domain = z.output<typeof Domain>

export const CreateDomainBody = z
  .strictObject({ hostname: Hostname })
  .meta({ id: 'CreateDomainRequest', description: 'Hostname to register for your organization.' })
export type CreateDomain = z.output<typeof CreateDomainBody>

export const DomainParams = z.object({ id: idOf('dom').describe('Domain to act on, from `GET /domains`.') })
