/** `/problems/<code>`: where the `type` of an error leads. Static text, the same for everybody. */
import { notFound } from '../errors/app-error.ts'
import type { ProblemDefinition } from '../errors/problem.ts'
import type { HttpServer } from './server.ts'

export function registerProblemPages(app: HttpServer, problems: Readonly<Record<string, ProblemDefinition>>): void {
  const pages = new Map(Object.values(problems).map((problem) => [problem.code, page(problem)]))
  app.get<{ Params: { code: string } }>(
    '/problems/:code',
    { config: { permission: 'public' } },
    async (request, reply) => {
      const found = pages.get(request.params.code)
      if (found === undefined) throw notFound()
      return reply.type('text/html; charset=utf-8').send(found)
    },
  )
}

/** The texts are ours and hold no markup. */
function page({ code, title, status, detail, hint }: ProblemDefinition): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${code} – Longshore</title>
<h1>${title}</h1><p><code>${code}</code> · HTTP ${status}</p><p>${detail}</p><p><strong>What to do:</strong> ${hint}</p></html>\n`
}
