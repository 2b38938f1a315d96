/**
 * Serves `/problems/<code>`, the link of an error. Browsers get the dashboard page; programs, and instances without a
 * dashboard, get plain HTML with the same text. Static, the same for everyone.
 */
import { notFound } from '../errors/app-error.ts'
import type { Dashboard } from './dashboard/dashboard.ts'
import type { HttpServer } from './server.ts'

export interface ExplainedCode {
  readonly code: string
  readonly title: string
  /** Null if the code isn't an API error. */
  readonly status: number | null
  readonly cause: string
  readonly remedy: string
}

export function registerProblemPages(
  app: HttpServer,
  codes: readonly ExplainedCode[],
  dashboard: Pick<Dashboard, 'isPageRequest' | 'sendPage'>,
): void {
  const pages = new Map([...Map.groupBy(codes, ({ code }) => code)].map(([code, all]) => [code, page(code, all)]))
  app.get<{ Params: { code: string } }>(
    '/problems/:code',
    { config: { permission: 'public' } },
    async (request, reply) => {
      const found = pages.get(request.params.code)
      if (found === undefined) throw notFound()
      if (dashboard.isPageRequest(request)) return dashboard.sendPage(reply)
      return reply.type('text/html; charset=utf-8').send(found)
    },
  )
}

function page(code: string, all: readonly ExplainedCode[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(code)} – Longshore</title>
${all.map(section).join('\n')}</html>\n`
}

function section({ code, title, status, cause, remedy }: ExplainedCode): string {
  const http = status === null ? '' : ` · HTTP ${status}`
  return `<h1>${escapeHtml(title)}</h1><p><code>${escapeHtml(code)}</code>${http}</p><p>${escapeHtml(cause)}</p><p><strong>What to do:</strong> ${escapeHtml(remedy)}</p>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
