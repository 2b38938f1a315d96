/** The worker's end of askpass.sh. It gives each half of a credential once, and only to the credential's own host. */
import type { Duplex } from 'node:stream'
import { failure } from './failures.ts'
import type { RemoteUrl } from './remote-url.ts'
import type { Credential } from './source.ts'

const maxPromptBytes = 8_192

export function answerPrompts(side: Duplex, url: RemoteUrl, credential: Credential): void {
  const replies = expectedPrompts(url, credential)
  let pending = ''
  side.on('data', (chunk: Buffer) => {
    pending += chunk.toString('latin1')
    const end = pending.indexOf('\n')
    if (end < 0 && pending.length < maxPromptBytes) return
    const prompt = Buffer.from(pending.slice(0, Math.max(end, 0)), 'latin1').toString()
    pending = pending.slice(end + 1)
    const reply = replies.get(prompt)
    replies.delete(prompt)
    // For another host, another user, or a second attempt after a refusal, close the connection, which ends the prompt.
    if (reply === undefined || end < 0) side.destroy()
    else side.write(`${reply}\n`)
  })
}

/** The exact prompts that git can show for this URL. Newer versions of git encode the user name in them. */
export function expectedPrompts(url: RemoteUrl, credential: Credential): Map<string, string> {
  const origin = `${url.protocol}://`
  const { host } = new URL(url.text)
  const names = [credential.username, encodeUser(credential.username)]
  return new Map([
    [`Username for '${origin}${host}': `, credential.username],
    ...names.map((name) => [`Password for '${origin}${name}@${host}': `, credential.password] as const),
  ])
}

export function checkCredential(credential: Credential): void {
  const isUsable = [credential.username, credential.password].every(
    (part) => part !== '' && part.length <= 4_096 && !/\p{Cc}/u.test(part),
  )
  if (!isUsable) throw failure('repository_access_denied', { detail: 'the stored credential cannot be used' })
}

function encodeUser(name: string): string {
  return Buffer.from(name)
    .toString('latin1')
    .replaceAll(/[^A-Za-z0-9._~-]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}
