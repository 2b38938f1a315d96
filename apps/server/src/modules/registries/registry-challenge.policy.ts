/** Parses a registry's 401 challenge; pure. */

export type Challenge = { scheme: 'basic' } | { scheme: 'bearer'; realm: string; service: string | null }

const maxLength = 4_096

/** Parses `Basic realm="…"` or `Bearer realm="…",service="…"`; returns undefined for everything else. */
export function parseChallenge(header: string): Challenge | undefined {
  if (header.length > maxLength) return undefined
  const space = header.indexOf(' ')
  const scheme = (space < 0 ? header : header.slice(0, space)).toLowerCase()
  if (scheme === 'basic') return { scheme }
  if (scheme !== 'bearer') return undefined
  const fields = new Map<string, string>()
  for (const part of header
    .slice(space + 1)
    .split('"')
    .join('\u0000')
    .split(',')) {
    const [name = '', value = ''] = part.split('=\u0000')
    fields.set(name.trim().toLowerCase(), value.split('\u0000')[0] ?? '')
  }
  const realm = fields.get('realm')
  return realm === undefined || realm === '' ? undefined : { scheme, realm, service: fields.get('service') ?? null }
}
