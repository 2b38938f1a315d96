/** Parses sshd_config as far as the order of its lines matters. `sshd -T` shows the resulting settings. */
import { paths } from '../evidence/paths.ts'

export function parseDropIn(text: string): Map<string, string> {
  return new Map(directives(text).map(({ keyword, rest }) => [keyword, rest]))
}

/**
 * True if our drop-in would come too late: the main file has no Include for it, or sets one of the keywords above it,
 * or another drop-in that sorts before ours does.
 */
export function needsInclude(
  main: string,
  { dropIns, keywords }: { dropIns: readonly { path: string; text: string }[]; keywords: readonly string[] },
): boolean {
  for (const { keyword, rest } of directives(main)) {
    if (keyword === 'match' || keywords.includes(keyword)) return true
    if (keyword !== 'include') continue
    const patterns = rest.split(/\s+/)
    if (patterns.includes(paths.dropIn)) return false
    if (!patterns.some((pattern) => isDropInGlob(pattern))) continue
    return dropIns.some(({ path, text }) => path < paths.dropIn && setsAny(text, keywords))
  }
  return true
}

export function setsAny(text: string, keywords: readonly string[]): boolean {
  return directives(text).some(({ keyword }) => keyword === 'match' || keywords.includes(keyword))
}

function isDropInGlob(pattern: string): boolean {
  return /^(\/etc\/ssh\/)?sshd_config\.d\/\*(\.conf)?$/.test(pattern)
}

function directives(text: string): { keyword: string; rest: string }[] {
  return text.split('\n').flatMap((line) => {
    const [keyword = '', ...words] = line.trim().split(/[ \t=]/)
    if (!/^[A-Za-z0-9]+$/.test(keyword) || words.length === 0) return []
    return [{ keyword: keyword.toLowerCase(), rest: words.join(' ').trim().replaceAll('"', '') }]
  })
}
