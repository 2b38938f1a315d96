/** Opens a URL in the browser. The caller prints the URL too, because there may be no browser. */
import { spawn } from 'node:child_process'

export function openBrowser(environment: Readonly<Record<string, string | undefined>>, address: string): void {
  const program = environment.BROWSER ?? (process.platform === 'darwin' ? 'open' : 'xdg-open')
  const child = spawn(program, [address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
