/**
 * Removes run-specific values from what a running instance sent and received: ids, times, secrets, random names, and
 * ports. The result has the same form, so it still matches the schema.
 */
const letters = 'abcdefghjkmnpqrstvwxyz'
const idPattern = /\b([a-z]{3})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g
const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const localUrl = /https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?/g
const emailPattern = /[\w.+-]+@[\w.-]+\.[a-z]{2,}/g
const hexPattern = /\b[0-9a-f]{32,}\b/g
const secretName =
  /^(?:token|.*Token|secret|ciphertext|ticket|code|otp|privateKey|passphrase|secretAccessKey|txtValue|recoveryCodes|otpauthUrl|link|hash|previousHash|signature)$/
const people = ['ada', 'grace', 'alan', 'edsger', 'barbara', 'donald']

/** Names that only the sweep uses, and realistic replacements. */
const realistic: readonly (readonly [RegExp, string])[] = [
  [/^(?:Fixture|Sweeps|Renamed|Gone|Leaving|Sample|Test|Analysed|Live|For an environment)\b[\w -]*$/, 'Acme Shop'],
  [/^Connected\b[\w -]*$/, 'web-1'],
  [/^Disk\b[\w -]*$/, 'Offsite backups'],
  [/^This instance [0-9a-f]{6}$/, 'This instance'],
  [/^(?:fixture|sweeps|gone|analysed|live|sample|test)(?:-[0-9a-f-]+)?$/, 'acme-shop'],
  [/\b(?:attach|detach|register|fixture-\d+)-[0-9a-f-]{36}\.example\.com/g, 'shop.example.com'],
  [/^user-[0-9a-f-]{36}$/, 'ada'],
  [/^(?:FIXTURE|SWEEPS)$/, 'LOG_LEVEL'],
  [/^127\.0\.0\.1:\d+$/, 'registry.example.com'],
  [/\b127\.0\.0\.1\b/g, '203.0.113.10'],
  [/([?&](?:ticket|state)=)[\w-]{20,}/g, '$1xXx0xXxXXxx0XxxX'],
]
const sshPort = 22

/** A list shows its form with one item. */
const maxItems = 1

export class Normalizer {
  readonly #ids = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #emails = new Map<string, string>()

  normalize(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => this.normalize(item, name))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.normalize(each, key)]))
    if (name === 'port' && typeof value === 'number' && value > 10_000) return sshPort
    return typeof value === 'string' ? this.#text(value, name) : value
  }

  #text(text: string, name: string): string {
    if (/password$/i.test(name)) return 'correct horse battery staple'
    if (/[cC]ursor$/.test(name) && /^[\w-]{22}$/.test(text)) return 'AZOn0uHzeY2q3tM1n5a8bQ'
    const plain = text
      .replace(idPattern, (id, prefix: string) => this.#id(id, prefix))
      .replace(timePattern, '2026-11-15T09:30:00.000Z')
      .replace(uuidPattern, '01890a5d-ac96-774b-bcce-b302099a8057')
      .replace(localUrl, 'https://git.example.com')
      .replace(emailPattern, (email) => this.#email(email))
      .replace(hexPattern, (hex) => '4bf92f3577b34da6a3ce929d0e0e4736'.repeat(9).slice(0, hex.length))
    if (secretName.test(name)) return mask(plain)
    return realistic.reduce((result, [pattern, better]) => result.replace(pattern, better), plain)
  }

  #id(id: string, prefix: string): string {
    const known = this.#ids.get(id)
    if (known !== undefined) return known
    const count = this.#counts.get(prefix) ?? 0
    this.#counts.set(prefix, count + 1)
    const last = letters.charAt(count % letters.length)
    const made = `${prefix}_01k9z4q7xkf0n8v4w2t6m3c5r${last}`
    this.#ids.set(id, made)
    return made
  }

  #email(email: string): string {
    const known = this.#emails.get(email) ?? `${people[this.#emails.size % people.length]}@example.com`
    this.#emails.set(email, known)
    return known
  }
}

/**
 * Keeps the part before the first separator. The rest becomes a few identical letters, so that it doesn't look like a
 * real secret.
 */
function mask(text: string): string {
  const start = /^[a-z]{2,8}_/.exec(text)?.[0] ?? ''
  const rest = text.slice(start.length).replace(/[A-Za-z0-9]/g, 'x')
  return start === '' ? rest : start + rest.slice(0, 16)
}

/** Keys and types without the values: a later run must still send the same. */
export function formOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${formOf(value[0])}]`
  if (typeof value !== 'object') return typeof value
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, each]) => `${key}:${formOf(each)}`).join(',')}}`
}
