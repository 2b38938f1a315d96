/** A mail that the API composes and the worker sends. */
import { z } from 'zod'
import { declareWorkflow } from '../durable/workflow-ref.ts'
import { contextOf, defineSealedColumn } from '../secrets/sealed-column.ts'
import type { SealContext } from '../secrets/sealed-format.ts'

export const MailContent = z.object({ subject: z.string(), text: z.string() })
export type MailContent = z.output<typeof MailContent>

/** Workflow reference for both processes; the steps are in send-mail.workflow.ts, which only the worker loads. */
export const sendMail = declareWorkflow({ kind: 'send-mail', input: z.object({ messageId: z.uuid() }) })

export const mailContent = defineSealedColumn({
  table: 'mail_messages',
  idColumn: 'id',
  column: 'sealed_content',
  organizationColumn: null,
})

export function mailContext(messageId: string): SealContext {
  return contextOf(mailContent, messageId, null)
}
