/** Reads `sshd -T` and the `Match` blocks of the files, which `sshd -T` shows only for one connection at a time. */
import { type Evidence, linesOf, oncePerEvidence, sectionsOf, textOf, Unreadable, wholeOf } from '../evidence.ts'

export type SshdOptions = ReadonlyMap<string, readonly string[]>

export const sshdOptionsOf = oncePerEvidence(readOptions)

function readOptions(evidence: Evidence): SshdOptions {
  if (evidence.connection === undefined) {
    throw new Unreadable('the server does not say which address we come from, so Match blocks cannot be weighed')
  }
  const options = new Map<string, string[]>()
  for (const line of linesOf(textOf(evidence, 'sshdOptions'))) {
    const at = line.indexOf(' ')
    const name = line.slice(0, Math.max(at, 0)).toLowerCase()
    options.set(name, [...(options.get(name) ?? []), line.slice(at + 1).trim()])
  }
  return options
}

/** sshd prints every keyword exactly once, except for a few lists. */
export function optionOf(options: SshdOptions, keyword: string): string {
  const [value, ...others] = options.get(keyword.toLowerCase()) ?? []
  if (value === undefined || value === '') throw new Unreadable(`sshd -T does not name ${keyword}`)
  if (others.length > 0) throw new Unreadable(`sshd -T names ${keyword} more than once`)
  return value
}

export interface MatchSetting {
  file: string
  match: string
  keyword: string
  value: string
}

/**
 * Settings inside `Match` blocks, which override the rest for matching users. An `Include` of files that weren't read
 * could contain more of them, so it makes every result uncertain.
 */
export const matchSettingsOf = oncePerEvidence(readMatchSettings)

function readMatchSettings(evidence: Evidence): MatchSetting[] {
  const settings: MatchSetting[] = []
  const files = sectionsOf(wholeOf(evidence, 'sshdFiles').text)
  if (!files.has('/etc/ssh/sshd_config')) throw new Unreadable('/etc/ssh/sshd_config could not be read')
  for (const [file, text] of files) {
    let match: string | undefined
    for (const line of linesOf(text)) {
      const [keyword = '', value = ''] = splitOption(line)
      if (keyword === 'include') requireKnownInclude(value, { file, match })
      if (keyword === 'match') match = value.toLowerCase() === 'all' ? undefined : value
      else if (match !== undefined) settings.push({ file, match, keyword, value })
    }
  }
  return settings
}

function requireKnownInclude(value: string, { file, match }: { file: string; match: string | undefined }): void {
  if (match !== undefined) throw new Unreadable(`${file} includes files inside of Match ${match}`)
  const patterns = value.split(/\s+/).filter((word) => word !== '')
  const isKnown = (pattern: string) => /^"?(?:\/etc\/ssh\/)?sshd_config\.d\/[^/]*"?$/.test(pattern)
  if (!patterns.every(isKnown)) throw new Unreadable(`${file} includes files that aren't checked: ${value}`)
}

/** Formats: `Keyword value`, `Keyword=value`, `Keyword "value"`. */
function splitOption(line: string): [string, string] {
  const text = line.trim()
  const at = text.search(/[\s=]/)
  if (at < 0) return [text.toLowerCase(), '']
  const rest = text.slice(at).trimStart()
  const value = (rest.startsWith('=') ? rest.slice(1) : rest).trim()
  return [text.slice(0, at).toLowerCase(), unquote(value)]
}

function unquote(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
}
