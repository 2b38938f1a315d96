/**
 * Serializes JSON text that jsonb accepts. Programs print NUL bytes and broken surrogate pairs into their logs; jsonb
 * refuses both, and one odd line must not fail a deployment. They become U+FFFD, the replacement character.
 */
const jsonEscape = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g

export function toStoredJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError('an event needs a JSON value')
  // JSON.stringify escapes a surrogate only when it is alone, so every \ud8xx is a broken one.
  return text.includes('\\u') ? text.replace(jsonEscape, replaceUnstorable) : text
}

function replaceUnstorable(sequence: string): string {
  return sequence === '\\u0000' || sequence.startsWith('\\ud') ? '\ufffd' : sequence
}
