/** Finds a route for health checks by its name: every ecosystem uses the same few. */
import type { Claim } from '../../claim.ts'
import { claim } from '../../claim.ts'
import { type CodeFile, findLines, type Hit, sourceOf } from './code-file.ts'
import { prefixOf } from './route-prefix.ts'

const literal =
  /["'`](?:GET )?((?:\/(?:api|v1|_|internal|-|system|app|actuator|rest))?(?:\/v1)?\/?_?(?:healthz|health-?check|health_check|health|healthy|livez|liveness|live|readyz|ready|readiness|heartbeat|ping|up|status|alive)(?:\/(?:live|ready|liveness|readiness))?\/?)["'`]/i
// Lines that call another service, log, or name a file aren't routes.
const noRoute =
  /\b(?:fetch|axios|curl|requests\.|httpx|http\.Get|http\.NewRequest|client\.|HttpClient|print|log|import|require|include|from|subprocess|exec|redirect|fields?\[|\.get_json|status_code)\b|==|!=/i
const route =
  /\b(?:get|route|handle|handlefunc|path|re_path|url|map|mapget|maphealthchecks|endpoint|add_api_route|add_route|add_get|web\.get|any|all|match|scope|forward|resource|service|to|mapping|getmapping|requestmapping|group|use|head|at|register|add|include_router|apirouter|prefix)\b/i

export function findHealthPath(files: readonly CodeFile[]): Claim<string> | null {
  const hits = findLines(files, literal, 40).filter((hit) => isRoute(hit))
  const best = hits.toSorted((a, b) => rank(a) - rank(b))[0]
  if (best === undefined) return null
  return claim(prefixOf(best) + pathOf(best), 0.9, sourceOf(best))
}

function isRoute(hit: Hit): boolean {
  const line = hit.code.lines[hit.line - 1] ?? ''
  const path = hit.match[1] ?? ''
  // Names such as "status" have other meanings too: without a slash, only an unambiguous one counts.
  if (!path.startsWith('/') && !/^_?(?:health|live|ready)/i.test(path)) return false
  return route.test(line) && !noRoute.test(line)
}

const order = ['health', 'up', 'live', 'alive', 'heartbeat', 'ping', 'ready', 'status']

function rank(hit: Hit): number {
  const path = (hit.match[1] ?? '').toLowerCase()
  const index = order.findIndex((word) => path.includes(word))
  return (index === -1 ? order.length : index) * 10 + path.split('/').length
}

function pathOf(hit: Hit): string {
  const path = hit.match[1] ?? '/'
  return path.startsWith('/') ? path : `/${path}`
}
