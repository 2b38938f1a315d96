import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'

export const AuditRecord = z
  .object({
    id: idOf('aud').describe('Permanent ID of the record. Records are never changed or deleted one by one.'),
    seq: z
      .int()
      .meta({ description: 'Position in the organization’s log, counting up from 1 without gaps.', example: 128 }),
    action: z.string().meta({
      description: 'What happened: the kind of resource and a verb in the past tense.',
      example: 'api_token.created',
    }),
    actor: z
      .object({
        kind: z
          .enum(['user', 'token', 'system'])
          .describe(
            '`user`: a person who was signed in. `token`: a program with an API token. `system`: Longshore itself.',
          ),
        id: z.string().nullable().meta({
          description: 'ID of the user or API token; null if Longshore acted automatically.',
          example: 'usr_01k9z4q7xkf0n8v4w2t6m3c5ra',
        }),
        name: z.string().meta({
          description: 'Name or email address at that time, kept even if the account is deleted later.',
          example: 'ada@example.com',
        }),
      })
      .describe('Person or program that did it, or Longshore itself.'),
    target: z
      .object({
        kind: z.string().meta({
          description: 'Kind of resource that the action changed, such as `server`, `environment`, or `api_token`.',
          example: 'api_token',
        }),
        id: z.string().nullable().meta({
          description: 'ID of the resource that the action changed; null if it has none. It may no longer exist.',
          example: 'tok_01k9z4q7xkf0n8v4w2t6m3c5ra',
        }),
      })
      .describe('What the action was applied to.'),
    detail: z
      .record(z.string(), z.unknown())
      .describe('More about the action, with fields that depend on it. It never holds secret values.'),
    ip: z.string().meta({
      description: 'IP address the request came from; empty if Longshore acted automatically.',
      example: '203.0.113.7',
    }),
    requestId: z.string().meta({
      description: 'ID of the request, which the server logs also carry; empty if Longshore acted automatically.',
      example: '4bf92f3577b34da6a3ce929d0e0e4736',
    }),
    hash: z.string().meta({
      description: 'SHA-256 in hex over this record and `previousHash`. A changed or missing record breaks the chain.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    previousHash: z.string().meta({
      description: 'The `hash` of the record before this one in the organization’s log. The first record has `00`.',
      example: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    }),
    createdAt: Time.describe('When the event happened, according to the instance’s clock.'),
  })
  .meta({ id: 'AuditRecord', description: 'One entry of the audit log: who did what, when, and from where.' })
export type AuditRecord = z.output<typeof AuditRecord>

export const AuditQuery = PageQuery.extend({
  action: z
    .string()
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .max(64)
    .optional()
    .meta({
      description: 'Return only records with exactly this action. Default: all actions.',
      example: 'api_token.created',
    }),
  q: z.string().min(1).max(100).optional().meta({
    description:
      'Return only records that contain this text in the action, actor name, IP address, request ID, or details. Upper and lower case don’t matter.',
    example: 'ada@example.com',
  }),
})
export type AuditQuery = z.output<typeof AuditQuery>
