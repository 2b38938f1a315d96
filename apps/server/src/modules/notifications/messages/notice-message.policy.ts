/** A notice as a message, before it is formatted for Slack, mail or another channel. Plain text of bounded length. */
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
