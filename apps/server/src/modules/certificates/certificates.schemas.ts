/** Shapes of certificates that a proxy gets from an authority. */
import { z } from 'zod'
import { Time } from '../../platform/ids/type-id.schemas.ts'

export const certificateStatuses = ['pending', 'issuing', 'active', 'renewing', 'expired', 'failed'] as const
export type CertificateStatus = (typeof certificateStatuses)[number]

export const CertificateStep = z.object({
  name: z.enum(['order', 'challenge', 'challenge_failed', 'validated', 'installed']),
  at: Time,
  detail: z.string().nullable().meta({ example: 'http-01' }),
})

export const CertificateProblem = z.object({
  code: z.string().meta({ example: 'acme_connection_failed' }),
  title: z.string().meta({ example: 'The authority cannot connect to the hostname' }),
  detail: z.string().meta({ example: '203.0.113.7: Connection refused' }),
  hint: z.string().meta({ example: 'Open ports 80 and 443 of the server to everybody.' }),
})

export const CertificateState = z
  .object({
    status: z.enum(['none', ...certificateStatuses]).meta({
      description:
        '`none`: nobody asked for one. `pending`: it waits, as a rule for DNS. `renewing`: the old one is served meanwhile. `failed`: there is none, and it is tried again.',
    }),
    issuer: z.string().nullable().meta({ example: "Let's Encrypt R11" }),
    notBefore: Time.nullable(),
    notAfter: Time.nullable(),
    renewAt: Time.nullable().meta({ description: 'When it is renewed, if nothing is wrong.' }),
    nextTryAt: Time.nullable().meta({ description: 'After a failure.' }),
    lastError: CertificateProblem.nullable(),
    steps: z.array(CertificateStep).meta({ description: 'Of the last try.' }),
  })
  .meta({ id: 'CertificateState' })
export type CertificateState = z.output<typeof CertificateState>
