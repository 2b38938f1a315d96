/** Quotes text for questions that a person answers. Pure. */
import type { Deployment } from '@longshore/sdk'
import { sanitizeLine } from '../terminal/sanitize-terminal-text.ts'

const maxNameLength = 100
const maxValueLength = 200

/**
 * Puts a name or value in quotation marks that it can't close. Removes line breaks, control characters and invisible characters,
 * so that foreign text can't look like a part of the question.
 */
export function quote(text: string, longest = maxNameLength): string {
  const plain = sanitizeLine(text).replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  const characters = [...plain.replaceAll(/[“”"]/gu, "'")]
  if (characters.length <= longest) return `“${characters.join('')}”`
  return `“${characters.slice(0, longest).join('')}…” (${characters.length} characters)`
}

export function quoteValue(text: string): string {
  return quote(text, maxValueLength)
}

export function describeDeployment({ number, commit }: Pick<Deployment, 'number' | 'commit'>): string {
  if (commit === null) return `deployment #${number}`
  const [title = ''] = commit.message.split('\n')
  return `deployment #${number}, commit ${quote(commit.sha.slice(0, 12))} ${quote(title)}`
}
