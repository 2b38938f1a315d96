/** The command of a health check; one that only requests a page becomes an HTTP check. */
import { at, itemsOf, type Located, textAt } from '../formats/located.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import { joinArgs, toCommand } from '../shell-words.ts'

type HealthCheck = NonNullable<AnalyzedService['healthCheck']>

export function readHealth(node: Located | undefined): HealthCheck | null {
  if (node === undefined || textAt(node, 'disable') === 'true') return null
  const test = at(node, 'test')
  if (test?.kind === 'scalar') return fromCommand(test.text)
  const [kind, ...args] = itemsOf(test).flatMap((item) => (item.kind === 'scalar' ? [item.text] : []))
  if (kind === undefined || kind === 'NONE') return null
  if (kind === 'CMD-SHELL') return fromCommand(args.join(' '))
  return fromCommand(kind === 'CMD' ? joinArgs(args) : joinArgs([kind, ...args]))
}

export function fromCommand(text: string): HealthCheck | null {
  const command = toCommand(text)
  if (command === null) return null
  const path = askedPath(command)
  return path === null ? { type: 'command', path: null, command } : { type: 'http', path, command: null }
}

/** `curl -f http://localhost:3000/health || exit 1` → `/health`. */
function askedPath(command: string): string | null {
  if (!/^(?:\S*\/)?(?:curl|wget|bash -c|sh -c|node|python3?|bun|deno|perl|ruby|php|pwsh)\b/.test(command)) return null
  const address = /https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::[^/\s'")]{1,40})?(\/[^\s'")|;]*)?/.exec(
    command,
  )
  if (address === null) return null
  const path = address[1] ?? '/'
  return path.length > 200 ? null : path
}
