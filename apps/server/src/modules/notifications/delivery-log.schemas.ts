/** Stored details of a delivery. Stored as JSON: only add fields, with defaults. */
import { z } from 'zod'
import { describeEvents } from '../notices/notice-descriptions.schemas.ts'
import { noticeEvents } from '../notices/notice-events.schemas.ts'

/** Name of the message that a test sends. No channel subscribes to it. */
export const testEvent = 'test'

export const DeliveryEvent = z.enum([...noticeEvents, testEvent]).meta({
  id: 'DeliveryEvent',
  description: `What happened. ${describeEvents(noticeEvents)} \`test\`: someone sent a test message.`,
  example: 'deployment_failed',
})
export type DeliveryEvent = z.output<typeof DeliveryEvent>

/** Status of a delivery on any channel. */
export const DeliveryStatus = z
  .enum(['waiting', 'delivered', 'failed'])
  .describe(
    '`waiting`: it has not been sent yet, or will be retried. `delivered`: it arrived. `failed`: Longshore gave up.',
  )

/** The request as sent, with secrets redacted. For a mail, its headers and its text. */
export const SentRequest = z
  .object({
    method: z.string().meta({ description: 'HTTP method, or the SMTP command for an email.', example: 'POST' }),
    url: z
      .string()
      .meta({ description: 'URL that the request went to. It ends after the host if the rest is secret.' }),
    headers: z.record(z.string(), z.string()).describe('Headers of the request or email, with secrets masked.'),
    body: z.string().describe('Content of the request, or text of the email.'),
  })
  .meta({ id: 'SentRequest', description: 'A request or email as Longshore sends it, with secrets masked.' })
export type SentRequest = z.output<typeof SentRequest>

export const DeliveryAttempt = z
  .object({
    at: z.iso
      .datetime({ precision: 3 })
      .meta({ description: 'When Longshore sent the request.', example: '2026-11-15T09:30:00.000Z' }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP or SMTP status of the response. Null if there was none.', example: 200 }),
    durationMs: z.int().describe('How long the attempt took, in milliseconds.'),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the attempt failed, in a sentence for people. Null if it succeeded.' }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to deliver a notification.' })
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>
