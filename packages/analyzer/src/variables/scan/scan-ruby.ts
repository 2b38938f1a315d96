/** ENV['X'] and ENV.fetch, also inside ERB of YAML files. */
import { eachHit, type Finding, literal } from './finding.ts'

const subscript = /ENV\[\s*["']([A-Za-z_]\w*)["']\s*\]/y
const fetch =
  /ENV\.fetch\(?\s{0,20}["']([A-Za-z_]\w{0,80})["']\s{0,20}(?:,\s{0,20}([^)\n]{1,200}))?\)?(?:\s{0,20}(?:\{\s{0,20}([^}\n]{0,200})\}|do\b))?/y
const dig = /ENV\.(?:key\?|has_key\?|include\?|dig)\(\s*["']([A-Za-z_]\w*)["']/y

export function scanRuby(text: string, found: Finding[]): void {
  eachHit(text, 'ENV[', subscript, (match, index) => {
    const rest = text.slice(index + match[0].length, index + match[0].length + 120)
    if (/^\s*=(?![=~])/.test(rest)) return
    const other = /^\s*\|\|=?\s*([^\n;%]{1,100})/.exec(rest)
    if (other !== null && /^raise\b/.test(other[1] ?? ''))
      found.push({ key: match[1] ?? '', index, strength: 'must', fallback: null })
    else if (other !== null)
      found.push({ key: match[1] ?? '', index, strength: 'fallback', fallback: literal(other[1]) })
    else {
      const before = text.slice(Math.max(0, index - 20), index)
      const isAsked =
        /^\s*(?:\.(?:present|blank|nil|to_s|empty)|&\.|[=!]=|\?|=~)/.test(rest) ||
        /\b(?:if|unless|elsif)\s{1,20}!?\s{0,20}$/.test(before) ||
        /!\s*$/.test(before) ||
        // Matches `pidfile ENV["PIDFILE"] if ENV["PIDFILE"]`.
        rest.startsWith(` if ${match[0]}`)
      found.push({ key: match[1] ?? '', index, strength: isAsked ? 'maybe' : 'plain', fallback: null })
    }
  })
  eachHit(text, 'ENV.fetch', fetch, (match, index) => {
    const value = match[2] ?? match[3]
    const isBlock = /\{|\bdo$/.test(match[0])
    if (value !== undefined || isBlock)
      found.push({ key: match[1] ?? '', index, strength: 'fallback', fallback: literal(value) })
    else found.push({ key: match[1] ?? '', index, strength: 'must', fallback: null })
  })
  eachHit(text, 'ENV.', dig, (match, index) =>
    found.push({ key: match[1] ?? '', index, strength: 'maybe', fallback: null }),
  )
}
