/** Reads ports and paths from application.properties, application.yml, and application.conf. */
import { type Claim, claim } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, readFiles, sourceAt, sourceOf } from '../code/code-file.ts'
import { isListenPort } from '../code/port.ts'

const names = ['application', 'application-prod', 'application-production']
const kinds = ['properties', 'yml', 'yaml', 'conf']

export async function readSettings(folder: Folder): Promise<CodeFile[]> {
  const places = ['src/main/resources', 'config', 'src/main/resources/config']
  return await readFiles(folder, [
    ...places.flatMap((place) => names.flatMap((name) => kinds.map((kind) => `${place}/${name}.${kind}`))),
    'src/main/resources/bootstrap.yml',
  ])
}

/** Finds `server.port` in any notation; for `${PORT:8080}`, returns the default. */
export function setting(
  files: readonly CodeFile[],
  path: string,
): { value: string; code: CodeFile; line: number } | null {
  for (const code of files) {
    const flat = code.lines.findIndex((line) => line.startsWith(path) && /^[ \t]*[=:]/.test(line.slice(path.length)))
    if (flat !== -1)
      return {
        value: plain(code.lines[flat]?.slice(path.length).replace(/^[ \t]*[=:]/, '') ?? ''),
        code,
        line: flat + 1,
      }
    const nested = /\.(?:ya?ml|conf)$/.test(code.file) ? nestedSetting(code, path.split('.')) : null
    if (nested !== null) return { ...nested, code }
  }
  return null
}

/** Uses indentation for YAML; HOCON is often written the same way, with braces. */
function nestedSetting(code: CodeFile, keys: readonly string[]): { value: string; line: number } | null {
  const above: { indent: number; key: string }[] = []
  for (const [index, line] of code.lines.entries()) {
    const text = line.trimStart()
    const key = /^[\w.-]{1,80}/.exec(text)?.[0]
    if (key === undefined) continue
    const indent = line.length - text.length
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop()
    const path = [...above.map((one) => one.key), key].join('.')
    const rest = text.slice(key.length).replace(/^[ \t:=]{1,20}/, '')
    if (path === keys.join('.')) return { value: plain(rest), line: index + 1 }
    above.push({ indent, key })
  }
  return null
}

/** `${PORT:8080}` and Ktor's `$PORT:8080` → `8080`; without quotes and comments. */
function plain(text: string): string {
  const value = text.trim()
  const inside = /^["']?\$\{\??([\w.]{1,60})(?::([^}]{0,200}))?\}/.exec(value)
  if (inside !== null) return inside[2] ?? ''
  const bare = /^["']?\$\??[A-Z][A-Z0-9_]{0,60}(?::([^"'}]{0,200}))?["']?$/.exec(value)
  return bare === null ? value.replace(/^["']|["',]$/g, '') : (bare[1] ?? '')
}

export function portSetting(files: readonly CodeFile[], ...paths: string[]): Claim<number> | null {
  for (const path of paths) {
    const found = setting(files, path)
    const port = Number(found?.value)
    if (found !== null && isListenPort(port)) return claim(port, 1, sourceAt(found.code, found.line))
  }
  // HOCON often has a default on one line and `port = ${?PORT}` on the next.
  const conf = findLine(
    files.filter((code) => code.file.endsWith('.conf')),
    /^[ \t]*port[ \t]*=[ \t]*(\d{2,5})/,
  )
  return conf === null ? null : claim(Number(conf.match[1]), 1, sourceOf(conf))
}
