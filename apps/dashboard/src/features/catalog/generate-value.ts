/** Generates values like the API does, so that people can see and keep them before they deploy. */
import type { TemplateInput } from '@longshore/sdk'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const passwordLength = 24

export function generateValue(generator: NonNullable<TemplateInput['generate']>): string {
  if (generator === 'uuid') return crypto.randomUUID()
  if (generator === 'password') return password()
  if (generator === 'base64-32') return btoa(String.fromCharCode(...random(32)))
  return [...random(generator === 'hex32' ? 16 : 32)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Skips bytes above the last multiple of the number of letters, so that each letter is equally likely. */
function password(): string {
  const limit = 256 - (256 % letters.length)
  let text = ''
  while (text.length < passwordLength)
    text += [...random(passwordLength)]
      .map((byte) => (byte < limit ? letters.charAt(byte % letters.length) : ''))
      .join('')
  return text.slice(0, passwordLength)
}

function random(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes))
}
