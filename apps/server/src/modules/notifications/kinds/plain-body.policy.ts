/** A notice without its title as plain lines, for vendors that support only text. */
import type { NoticeMessage } from '../messages/notice-message.policy.ts'

export function plainBody(message: NoticeMessage): string {
  const facts = message.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  const parts = [message.cause, message.remedy, facts].filter((part) => part !== undefined && part !== '')
  // Some vendors reject an empty message.
  return parts.length === 0 ? message.title : parts.join('\n\n')
}
