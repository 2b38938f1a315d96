/** Parses provider responses: limits, sanitized text; unusable items are dropped and counted. */
import { z } from 'zod'
import { parseSafely } from '../../../platform/errors/parse-safely.ts'
import { isFullName } from '../provider-address.policy.ts'
import { ProviderError } from './provider-error.client.ts'
import type { ProviderResponse } from './provider-http.client.ts'

const maximumItems = 200
const controls = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu

/** One line of display text: no control characters, no bidirectional marks. */
export function lineOf(maximumLength: number) {
  return z.string().transform((text) =>
    text
      .slice(0, 4 * maximumLength)
      .replace(controls, ' ')
      .trim()
      .slice(0, maximumLength),
  )
}

export const FullNameText = z.string().max(300).refine(isFullName)
/** Accepts a number or a string, as a string. */
export const IdText = z.union([z.int().positive(), z.string().regex(/^[\w{}:-]{1,100}$/)]).transform((id) => String(id))
export const LoginText = lineOf(200).refine((text) => text !== '')
export const Sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
export const When = z
  .string()
  .max(50)
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()) && date.getUTCFullYear() < 10_000 && date.getUTCFullYear() > 1)
  .nullable()
  .catch(null)
export const Description = lineOf(500)
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .catch(null)
export const Flag = z.boolean().catch(false)

/** Anything that git accepts as a branch; it is only displayed, or passed to git as one argument. */
export const BranchName = z.string().min(1).max(255).refine(isBranchName)

function isBranchName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git takes none of these
  return !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)/.test(name) && !/^[-/.]|[/.]$/.test(name)
}

export function readOne<Schema extends z.ZodType>(answer: ProviderResponse, schema: Schema): z.output<Schema> {
  const parsed = parseSafely(schema, answer.json)
  if (!parsed.success) throw new ProviderError('unreadable', { cause: parsed.error })
  return parsed.data
}

export function readItems<Schema extends z.ZodType>(
  list: unknown,
  schema: Schema,
): { items: z.output<Schema>[]; dropped: number } {
  // Gitea returns null for an empty list.
  const given = list ?? []
  if (!Array.isArray(given)) throw new ProviderError('unreadable')
  const items: z.output<Schema>[] = []
  for (const each of given.slice(0, maximumItems)) {
    const parsed = parseSafely(schema, each)
    if (parsed.success) items.push(parsed.data)
  }
  return { items, dropped: given.length - items.length }
}

/** Returns the next page, if the response has one. */
export function nextByLink(answer: ProviderResponse, page: number): string | null {
  return /;\s{0,5}rel="?next"?/.test((answer.headers.get('link') ?? '').slice(0, 4_000)) ? String(page + 1) : null
}

const maximumPage = 100_000

/** Cursors come from users: anything but a page number means the first page. */
export function pageOf(cursor: string | null): number {
  if (cursor === null) return 1
  const page = /^\d{1,6}$/.test(cursor) ? Number(cursor) : 0
  if (page < 1 || page > maximumPage) throw new ProviderError('refused_request', { message: "The cursor isn't valid." })
  return page
}

/** Parses a header such as `repo, read:org`. */
export function scopesOf(header: string | undefined): string[] {
  const scopes = (header ?? '').slice(0, 2_000).split(',')
  return scopes
    .map((word) => word.trim())
    .filter((word) => /^[\w:.-]{1,60}$/.test(word))
    .slice(0, 50)
}
