/**
 * Simulates how vendors handle a request, based on their public documentation and not on our code: what they reject,
 * and how their clients render the text (mentions that notify, links that can be followed).
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

export interface RenderedMessage {
  /** Reasons why the vendor would reject it. */
  faults: string[]
  pings: string[]
  links: string[]
  /** All text that a person reads. */
  text: string
}

export interface Vendor {
  /** The documented response to a successful request. */
  response: { status: number; headers?: Record<string, string>; body: string }
  read(request: VendorRequest): RenderedMessage
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

/** Finds what clients turn into links in plain text: with a scheme, or just like a domain. */
export function findLinks(text: string): string[] {
  const withScheme = /[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi
  return [...(text.match(withScheme) ?? []), ...(text.replace(withScheme, '').match(/\w\.[a-z]{2}/gi) ?? [])]
}

/** Finds mentions, and bot commands. */
export function findMentions(text: string): string[] {
  return [...(text.match(/@\w+/g) ?? []), ...(text.match(/(?:^|\s)\/\w+/g) ?? [])]
}
