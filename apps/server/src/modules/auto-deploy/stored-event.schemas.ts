/** Schema of stored events, which this or a later release reads back. */
import { z } from 'zod'
import type { WebhookEvent } from './webhook-events.schemas.ts'

const Repository = z.object({ id: z.string(), fullName: z.string() })

export const StoredEvent: z.ZodType<WebhookEvent> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('push'),
    repository: Repository,
    ref: z.string(),
    commit: z.object({ sha: z.string(), message: z.string(), author: z.string() }).nullable(),
    changedPaths: z.array(z.string()).nullable(),
    isForced: z.boolean(),
  }),
  z.object({
    kind: z.literal('pull-request'),
    action: z.enum(['opened', 'updated', 'closed']),
    repository: Repository,
    number: z.number(),
    title: z.string(),
    url: z.string(),
    head: z.object({ repository: Repository.nullable(), branch: z.string(), sha: z.string() }),
    base: z.object({ branch: z.string() }),
  }),
])
