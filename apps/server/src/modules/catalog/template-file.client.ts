/** Fetches one YAML file with a template. Every redirect passes the same guard: only https, and only allowed addresses. */
import { createHash } from 'node:crypto'
import { splitTemplate } from '@longshore/analyzer/parse-template'
import { maxTemplateBytes } from '@longshore/analyzer/template'
import type { OrganizationId } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { OutboundResponse } from '../../platform/outbound/outbound-request.ts'
import { catalogProblems } from './catalog.problems.ts'
import type { TemplateSource } from './catalog.schemas.ts'

export interface TemplateTexts {
  source: TemplateSource
  description: string
  compose: string
}

interface Wanted {
  organizationId: OrganizationId
  url: string
  signal: AbortSignal
}

const totalMs = 20_000
const mostRedirects = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export async function fetchTemplateFile(outbound: Outbound, wanted: Wanted): Promise<TemplateTexts> {
  const timeout = AbortSignal.timeout(totalMs)
  const signal = AbortSignal.any([wanted.signal, timeout])
  const body = await follow(outbound, { ...wanted, signal }).catch((error: unknown) => {
    wanted.signal.throwIfAborted()
    if (timeout.aborted) throw new AppError(catalogProblems.template_unreachable, 'The URL took too long to respond.')
    throw error
  })
  const text = decode(body)
  const split = text === undefined ? 'The file is not UTF-8 text.' : splitTemplate(text)
  if (typeof split === 'string') throw new AppError(catalogProblems.template_invalid, split)
  return { source: { url: wanted.url, sha256: createHash('sha256').update(body).digest('hex') }, ...split }
}

async function follow(outbound: Outbound, { organizationId, url: first, signal }: Wanted): Promise<Buffer> {
  let url = first
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    const { status, headers, body } = await request(outbound, { organizationId, url, signal })
    if (status === 200) return body
    const location = headers.get('location')
    if (!redirects.has(status) || location === undefined)
      throw new AppError(catalogProblems.template_unreachable, `The URL responded with status ${status}.`)
    url = URL.parse(location, url)?.href ?? ''
  }
  throw new AppError(catalogProblems.template_unreachable, `The URL redirects more than ${mostRedirects} times.`)
}

async function request(outbound: Outbound, { organizationId, url, signal }: Wanted): Promise<OutboundResponse> {
  if (!url.startsWith('https://'))
    throw new AppError(catalogProblems.template_unreachable, 'The URL redirects to something other than https.')
  try {
    const scope = `${organizationId} template`
    return await outbound.request({ url, scope, signal, maximumBytes: maxTemplateBytes })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new AppError(catalogProblems.template_unreachable, error.message, { cause: error })
  }
}

function decode(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}
