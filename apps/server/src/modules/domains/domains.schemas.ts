/** Shapes of domains: a hostname, whose it is, and what DNS says about it. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
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
  .meta({ description: 'International names are accepted and stored in ASCII.', example: 'app.example.com' })

export const domainStatuses = ['pending', 'verifying', 'verified', 'failed'] as const
export const DomainStatus = z.enum(domainStatuses)
export type DomainStatus = z.output<typeof DomainStatus>

export const Routing = z.enum(['direct', 'behind_cdn', 'elsewhere', 'none']).meta({
  description:
    '`direct`: its addresses are those of the server. `behind_cdn`: they belong to a content delivery network. `elsewhere`: to something else. `none`: it has none.',
})
export type Routing = z.output<typeof Routing>

export const DomainProblem = z.object({
  code: z.string().meta({ example: 'dns_points_elsewhere' }),
  title: z.string(),
  detail: z.string(),
  hint: z.string(),
})
export type DomainProblem = z.output<typeof DomainProblem>

export const RecordType = z.enum(['TXT', 'A', 'AAAA', 'CNAME', 'CAA'])

/** One kind of record: what would be right, and what is there. */
export const DomainRecord = z.object({
  type: RecordType,
  name: z.string().meta({ example: 'app.example.com' }),
  expected: z.array(z.string()).meta({ description: 'One of these makes it right; empty: none is needed.' }),
  found: z.array(z.string()),
  ok: z.boolean(),
})
export type DomainRecord = z.output<typeof DomainRecord>

/** What one DNS server answered. */
export const ResolverAnswer = z.object({
  resolver: z.string().meta({ description: 'Its address.', example: '1.1.1.1:53' }),
  kind: z.enum(['resolver', 'authoritative']),
  type: RecordType,
  outcome: z.enum(['found', 'none', 'nxdomain', 'servfail', 'refused', 'timeout', 'error']),
  found: z.array(z.string()),
  durationMs: z.int(),
})
export type ResolverAnswer = z.output<typeof ResolverAnswer>

export const DomainFindings = z.object({
  records: z.array(DomainRecord),
  answers: z.array(ResolverAnswer),
  nameservers: z.array(z.string()),
})
export type DomainFindings = z.output<typeof DomainFindings>

export const Domain = z
  .object({
    id: idOf('dom'),
    hostname: z.string().meta({ example: 'app.example.com' }),
    unicodeHostname: z.string().meta({ description: 'As people write it.', example: 'app.example.com' }),
    apexDomain: z.string().meta({ example: 'example.com' }),
    status: DomainStatus,
    routing: Routing,
    cdn: z.string().nullable().meta({ example: 'cloudflare' }),
    verification: z.object({
      isTxtRequired: z.boolean().meta({
        description: 'Only where several organisations share this instance, or anybody can sign up.',
      }),
      txtName: z.string().meta({ example: '_longshore-challenge.app.example.com' }),
      txtValue: z.string().meta({ example: 'longshore-domain=0a1b2c' }),
      proof: z.enum(['txt', 'only_organization']).nullable(),
      provenAt: Time.nullable(),
      records: z.array(DomainRecord),
      resolvers: z.array(ResolverAnswer),
      nameservers: z.array(z.string()),
    }),
    certificate: CertificateState,
    mayIssue: z.boolean().meta({ description: 'Whether an authority is asked for a certificate as things are.' }),
    environmentId: idOf('env').nullable(),
    attempts: z.int(),
    lastCheckedAt: Time.nullable(),
    nextCheckAt: Time,
    error: DomainProblem.nullable(),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Domain' })
export type Domain = z.output<typeof Domain>

export const CreateDomainBody = z.strictObject({ hostname: Hostname }).meta({ id: 'CreateDomainRequest' })
export type CreateDomain = z.output<typeof CreateDomainBody>

export const DomainParams = z.object({ id: idOf('dom') })
