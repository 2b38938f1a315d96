/** A notice as people read it, before it is put into the words of Slack, mail or another. Plain text, of bounded length. */
import type { Severity } from '../../notices/notice-severity.schemas.ts'

export interface NoticeMessage {
  id: string
  event: string
  severity: Severity
  title: string
  cause?: string
  remedy?: string
  link?: string
  facts: NoticeFact[]
  occurredAt: Date
}

export interface NoticeFact {
  label: string
  value: string
}
