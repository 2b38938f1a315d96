import type { Claim } from '../../claim.ts'
import { claim } from '../../claim.ts'
import { type CodeFile, findLines, sourceAt } from '../code/code-file.ts'
import { isListenPort, portOf, portOfVariable } from '../code/port.ts'

const server = /\b(?:run|run_app|run_simple|listen|serve|launch|bind|Config|TCPSite|run_server|make_server)\(/
const setting =
  /^[ \t]*(?:self\.)?(?:app_|server_|api_|http_|web_|listen_|flask_)?port[ \t]*(?::[ \t]*int[ \t]*)?=[ \t]*(?:Field\()?(?:default[ \t]*=[ \t]*)?(\d{2,5})(?!\d)/i

/** The port in the code; null if the code leaves it to its server. */
export function pythonPort(code: readonly CodeFile[]): Claim<number> | null {
  return serverPort(code) ?? portOfVariable(code) ?? portOf(code, setting)
}

/** Matches `port=8080` in a server call, which can span several lines. */
function serverPort(code: readonly CodeFile[]): Claim<number> | null {
  for (const hit of findLines(code, server, 20)) {
    for (const [offset, line] of hit.code.lines.slice(hit.line - 1, hit.line + 7).entries()) {
      const found =
        /\b(?:port|server_port)[ \t]*=[ \t]*(\d{2,5})(?!\d)/.exec(line) ??
        /\b(?:listen|bind)\([ \t]*["'(:\d. ,\w]{0,20}?(\d{4,5})(?!\d)/.exec(line)
      const port = Number(found?.[1])
      if (isListenPort(port)) return claim(port, 0.95, sourceAt(hit.code, hit.line + offset))
      if (offset > 0 && /^[ \t]*\)/.test(line)) break
    }
  }
  return null
}
