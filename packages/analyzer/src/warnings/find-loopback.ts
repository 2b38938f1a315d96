/** Finds code that listens only on loopback, which isn't reachable from outside the container. */
import { lineAt } from '../lines.ts'

const patterns: readonly [ending: RegExp, word: string, pattern: RegExp][] = [
  [
    /\.[mc]?[jt]s$/,
    '.listen(',
    /\.listen\(\s{0,20}(?:\{[^}]{0,150}host(?:name)?:\s{0,20}["'](?:127\.0\.0\.1|localhost)["']|[^,()\n]{1,60},\s{0,20}["'](?:127\.0\.0\.1|localhost)["'])/,
  ],
  [/\.py$/, 'run(', /\.run\([^().]{0,120}host ?= ?["'](?:127\.0\.0\.1|localhost)["']/],
  [/\.go$/, 'Listen', /Listen(?:AndServe)?(?:TLS)?\(\s*(?:"tcp",\s*)?"(?:127\.0\.0\.1|localhost):/],
  [/\.rs$/, 'bind(', /bind\(\s{0,20}&?\(?\s{0,20}"(?:127\.0\.0\.1|localhost)/],
  [/\.rb$/, 'bind', /set\s+:bind,\s*["'](?:127\.0\.0\.1|localhost)/],
]

/** The line; null if there is none. */
export function findLoopback(name: string, text: string): number | null {
  for (const [ending, word, pattern] of patterns) {
    if (!ending.test(name) || !text.includes(word) || !/127\.0\.0\.1|localhost/.test(text)) continue
    const match = pattern.exec(text)
    if (match !== null && !/config\.[mc]?[jt]s$/.test(name)) return lineAt(text, match.index)
  }
  return null
}
