/** Rust frameworks and the ports that code binds. */
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, readFile, readFiles, sourceAt, sourceOf } from '../code/code-file.ts'
import { isListenPort, portAfter, portOf, portOfVariable } from '../code/port.ts'
import type { Dependencies } from '../make-app.ts'

const frameworks: readonly [string, number][] = [
  ['loco-rs', 5150],
  ['rocket', 8000],
  ['actix-web', 8080],
  ['axum', 3000],
  ['warp', 3030],
  ['poem', 3000],
  ['salvo', 8698],
  ['ntex', 8080],
  ['tide', 8080],
  ['gotham', 7878],
  ['viz', 3000],
  ['dropshot', 8080],
  ['dioxus', 8080],
  ['tonic', 50051],
  ['hyper', 3000],
  ['tiny_http', 8000],
]

export interface RustServer {
  readonly framework: Claim<string>
  readonly usualPort: number
}

/** `hyper` and `tonic` are also clients: the code must contain a server. */
export function findRustServer(dependencies: Dependencies, code: readonly CodeFile[]): RustServer | null {
  for (const [name, usualPort] of frameworks) {
    const entry = dependencies.get(name)
    if (entry === undefined) continue
    if (
      (name === 'hyper' || name === 'tonic') &&
      findLine(code, /\b(?:Server::b|serve_connection|TcpListener|Server::bind)/) === null
    )
      continue
    return {
      framework: claim(name === 'loco-rs' ? 'loco' : name, 1, source(entry.file, entry.line, `depends on ${name}`)),
      usualPort,
    }
  }
  const plain = findLine(code, /\bTcpListener::bind\(/)
  return plain === null ? null : { framework: claim('std', 0.5, sourceOf(plain)), usualPort: 8080 }
}

const text = /"(?:0\.0\.0\.0|127\.0\.0\.1|localhost|\[::\d?\]|\{\w{0,20}\}):(\d{2,5})"/
const tuple = /\[(?:0|127), ?0, ?0, ?[01]\](?:\.into\(\))?, ?(\d{2,5})/
const pair = /"(?:0\.0\.0\.0|127\.0\.0\.1|localhost|\[?::\d?\]?)"(?:\.\w{1,12}\(\))?, ?(\d{2,5})/
const fallback = /\bunwrap_or(?:_else|_default)?\(|\.or\(/
const constant = /\b(?:const|static|let)[ \t]+\w{0,20}port\w{0,10}[^=\n]{0,20}=[ \t]*(\d{4,5})/i

export async function findRustPort(
  folder: Folder,
  code: readonly CodeFile[],
  server: RustServer,
): Promise<Claim<number>> {
  const configured = await configuredPort(folder, server.framework.value)
  const found =
    configured ??
    portOfVariable(code) ??
    argumentPort(code) ??
    portOf(code, text, 1) ??
    portOf(code, tuple, 1) ??
    portOf(code, pair, 1) ??
    portAfter(code, fallback, 0.85) ??
    portOf(code, constant, 0.85)
  return (
    found ??
    claim(
      server.usualPort,
      0.7,
      ...server.framework.sources.map((one) => ({ ...one, what: `the usual port of ${server.framework.value}` })),
    )
  )
}

/** Reads `default_value` of an argument: on the line of the field, or in the attribute above it. */
function argumentPort(code: readonly CodeFile[]): Claim<number> | null {
  for (const file of code) {
    for (const [index, line] of file.lines.entries()) {
      const port = Number(/default_value(?:_t)?[ \t]*=[ \t]*"?[\w.]{0,20}:?(\d{2,5})/.exec(line)?.[1])
      if (!isListenPort(port)) continue
      const isMeant = file.lines
        .slice(index, index + 3)
        .some((next) => /\b(?:http_)?(?:port|addr|address|listen|bind)\b/i.test(next))
      if (isMeant) return claim(port, 0.95, sourceAt(file, index + 1))
    }
  }
  return null
}

async function configuredPort(folder: Folder, framework: string): Promise<Claim<number> | null> {
  if (framework === 'rocket') {
    const rocket = await readFile(folder, 'Rocket.toml')
    return rocket === null ? null : portOf([rocket], /^[ \t]*port[ \t]*=[ \t]*(\d{2,5})/, 1)
  }
  if (framework === 'loco')
    return portOf(
      await readFiles(folder, ['config/production.yaml', 'config/development.yaml']),
      /^[ \t]*port:[^\d\n]{0,60}(\d{2,5})/,
      0.95,
    )
  const settings = await readFiles(folder, [
    'configuration/base.yaml',
    'configuration/production.yaml',
    'config/default.toml',
    'config.toml',
    'config/default.yaml',
    'Settings.toml',
  ])
  return portOf(settings, /^[ \t]*(?:http_|server_|application_)?port[ \t]*[=:][ \t]*(\d{4,5})/, 0.85)
}

export function findRustLocalhost(code: readonly CodeFile[]) {
  return findLine(
    code,
    /\b(?:bind|run|serve|from)\w{0,12}\([^\n]{0,12}(?:"(?:127\.0\.0\.1|localhost):\d|\[127, ?0, ?0, ?1\]|"127\.0\.0\.1", ?\d)/,
  )
}
