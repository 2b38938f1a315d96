/** What is kept of a delivery. Stored as JSON: only add fields, with defaults. */
import { z } from 'zod'

/** As it was sent, secrets masked. Of a mail: its headers and its text. */
export const SentRequest = z
  .object({
    method: z.string().meta({ example: 'POST' }),
    url: z.string().meta({ description: 'Cut after the host where the rest is secret.' }),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  })
  .meta({ id: 'SentRequest' })
export type SentRequest = z.output<typeof SentRequest>

export const DeliveryAttempt = z
  .object({
    at: z.iso.datetime({ precision: 3 }).meta({ example: '2026-11-15T09:30:00.000Z' }),
    status: z.int().nullable().meta({ description: 'Of HTTP or SMTP; null: there was no answer.', example: 200 }),
    durationMs: z.int(),
    error: z.string().nullable().meta({ description: 'Null: it arrived.' }),
  })
  .meta({ id: 'DeliveryAttempt' })
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>
