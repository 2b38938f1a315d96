/** Phrases that several messages share. Untrusted names and texts are sanitized here, and only here. */
import type { PageLink } from '../../../platform/links/page-links.policy.ts'
import type { NoticeFailure } from '../../notices/notice-events.schemas.ts'
import { cleanLine } from './clean-text.policy.ts'
import type { NoticeFact } from './notice-message.policy.ts'

/** The content of a message besides what every notice has. `page` links to details. */
export interface MessageParts {
  title: string
  cause?: string
  remedy?: string
  page: PageLink
  facts: NoticeFact[]
}

interface Named {
  id: string
  name: string
}

const lengths = { name: 80, value: 200, text: 800 }

export function nameOf(text: string): string {
  return cleanLine(text, lengths.name) || '(no name)'
}

export function textOf(...parts: readonly string[]): string {
  return cleanLine(
    parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(' '),
    lengths.text,
  )
}

/** Returns an empty list for an unknown value. */
export function fact(label: string, value: string | number | null): NoticeFact[] {
  const text = value === null ? '' : cleanLine(String(value), lengths.value)
  return text === '' ? [] : [{ label, value: text }]
}

/** Formats `shop (production)`. */
export function environmentOf({ project, environment }: { project: Named; environment: Named }): string {
  return `${nameOf(project.name)} (${nameOf(environment.name)})`
}

export function environmentFacts({
  project,
  environment,
}: {
  project: Named | null
  environment: Named | null
}): NoticeFact[] {
  return [...fact('Project', project?.name ?? null), ...fact('Environment', environment?.name ?? null)]
}

export function failureParts({ title, detail, hint }: NoticeFailure): { cause?: string; remedy?: string } {
  const cause = detail === title || detail === '' ? title : textOf(sentence(title), detail)
  return { ...optional('cause', textOf(cause)), ...optional('remedy', textOf(hint)) }
}

/** Titles end without a period; more text follows here. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Omits the key if its text is empty. */
export function optional<Key extends 'cause' | 'remedy'>(key: Key, text: string): { [Each in Key]?: string } {
  const parts: { [Each in Key]?: string } = {}
  if (text !== '') parts[key] = text
  return parts
}

/** Whole seconds, at most two units: `1 h 5 min`. */
export function durationOf(milliseconds: number): string {
  const seconds = Math.max(Math.round(milliseconds / 1_000), 0)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
