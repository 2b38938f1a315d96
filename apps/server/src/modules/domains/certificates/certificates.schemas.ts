/** Schemas of certificates that a proxy obtains from a certificate authority. */
import { z } from 'zod'
import { Time } from '../../../platform/ids/type-id.schemas.ts'

export const certificateStatuses = ['pending', 'issuing', 'active', 'renewing', 'expired', 'failed'] as const
export type CertificateStatus = (typeof certificateStatuses)[number]

export const CertificateStep = z.object({
  name: z
    .enum(['order', 'challenge', 'challenge_failed', 'validated', 'installed'])
    .describe(
      '`order`: the proxy requested a certificate. `challenge`: the certificate authority asked for proof of control. `challenge_failed`: that proof failed. `validated`: it succeeded. `installed`: the proxy serves the certificate.',
    ),
  at: Time.describe('When the proxy recorded the step.'),
  detail: z.string().nullable().meta({
    description: 'More about the step, such as the challenge type or an error; null if there’s nothing to add.',
    example: 'http-01',
  }),
})

export const CertificateProblem = z.object({
  code: z.string().meta({
    description: 'Stable code that programs can match on.',
    example: 'acme_connection_failed',
  }),
  title: z.string().meta({
    description: 'Short headline for people.',
    example: 'The certificate authority can’t connect to the hostname',
  }),
  detail: z.string().meta({
    description: 'What the certificate authority responded.',
    example: '203.0.113.7: Connection refused',
  }),
  hint: z.string().meta({
    description: 'What to do so that the next attempt succeeds.',
    example: 'Open ports 80 and 443 of the server to everyone.',
  }),
})

export const CertificateState = z
  .object({
    status: z
      .enum(['none', ...certificateStatuses])
      .describe(
        '`none`: no certificate was requested. `pending`: the request waits, usually for DNS. `issuing`: the certificate authority is working on it. `active`: the proxy serves it. `renewing`: a new one is on its way, and the old one is still served. `expired`: it ran out before it was renewed. `failed`: there is no certificate, and Longshore retries.',
      ),
    issuer: z.string().nullable().meta({
      description: 'Certificate authority that issued it; null until there is a certificate.',
      example: "Let's Encrypt R11",
    }),
    notBefore: Time.nullable().describe('When the certificate becomes valid; null until there is one.'),
    notAfter: Time.nullable().describe('When the certificate expires; null until there is one.'),
    renewAt: Time.nullable().describe('When Longshore plans to renew it; null if no renewal is planned.'),
    retryAt: Time.nullable().describe('When Longshore retries after a failure; null if nothing failed.'),
    lastError: CertificateProblem.nullable().describe('Why the last attempt failed; null if it succeeded.'),
    steps: z.array(CertificateStep).describe('What happened in the last attempt, oldest first.'),
  })
  .meta({ id: 'CertificateState', description: 'TLS certificate of a hostname, and how its renewal is going.' })
export type CertificateState = z.output<typeof CertificateState>
