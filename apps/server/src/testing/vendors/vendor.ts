/**
 * What vendors do with a request, written from their public documents and not from our kinds: what they refuse, and what their
 * programs make of the text (mentions that ring, links that can be followed).
 */
import { z } from 'zod'

export interface VendorRequest {
  method: string
  /** Path and query. */
  path: string
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

export interface Seen {
  /** Why the vendor would refuse it. */
  faults: string[]
  pings: string[]
  links: string[]
  /** All that a person reads. */
  text: string
}

export interface Vendor {
  /** As the vendor's documents have it when all is well. */
  answer: { status: number; headers?: Record<string, string>; body: string }
  read(request: VendorRequest): Seen
}

export function readJson<Schema extends z.ZodType>(
  request: VendorRequest,
  schema: Schema,
): { faults: string[]; value: z.output<Schema> | null } {
  const faults = [
    ...(request.method === 'POST' ? [] : [`method ${request.method}`]),
    ...(request.headers['content-type']?.startsWith('application/json') === true ? [] : ['content type']),
  ]
  const parsed = schema.safeParse(parse(request.body))
  if (parsed.success) return { faults, value: parsed.data }
  return { faults: [...faults, z.prettifyError(parsed.error)], value: null }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What programs that look for links in plain text make of it: with a scheme, or just like a domain. */
export function findLinks(text: string): string[] {
  const withScheme = /[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi
  return [...(text.match(withScheme) ?? []), ...(text.replace(withScheme, '').match(/\w\.[a-z]{2}/gi) ?? [])]
}

/** Names, and commands to bots. */
export function findMentions(text: string): string[] {
  return [...(text.match(/@\w+/g) ?? []), ...(text.match(/(?:^|\s)\/\w+/g) ?? [])]
}
