/** Shapes of the audit log. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'

export const AuditRecord = z
  .object({
    id: idOf('aud'),
    seq: z.int(),
    action: z.string().meta({ example: 'api_token.created' }),
    actor: z.object({ kind: z.enum(['user', 'token', 'system']), id: z.string().nullable(), name: z.string() }),
    target: z.object({ kind: z.string(), id: z.string().nullable() }),
    detail: z.record(z.string(), z.unknown()),
    ip: z.string(),
    requestId: z.string(),
    hash: z.string().meta({ description: 'SHA-256 over this row and the hash before it.' }),
    previousHash: z.string(),
    createdAt: Time,
  })
  .meta({ id: 'AuditRecord' })
export type AuditRecord = z.output<typeof AuditRecord>

export const AuditQuery = PageQuery.extend({
  action: z
    .string()
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .max(64)
    .optional()
    .meta({ description: 'Only this action.', example: 'api_token.created' }),
  q: z.string().min(1).max(100).optional().meta({
    description: 'Part of the action, of who did it, of the address, of the request’s id or of the details.',
    example: 'ada@example.com',
  }),
})
export type AuditQuery = z.output<typeof AuditQuery>
