import { duplexPair } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answerPrompts } from './answer-prompts.ts'
import { parseRemoteUrl } from './remote-url.ts'

const credential = { username: 'a@b', password: 'secret' }

async function ask(prompts: readonly string[]): Promise<string> {
  const [ours, theirs] = duplexPair()
  answerPrompts(ours, parseRemoteUrl('https://git.example.com:8443/x.git'), credential)
  let reply = ''
  theirs.on('data', (chunk: Buffer) => {
    reply += chunk.toString()
  })
  theirs.on('error', () => undefined)
  for (const prompt of prompts) {
    theirs.write(`${prompt}\n`)
    // Both ends are in this process, so data arrives within a few turns of the event loop.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  }
  return reply
}

test.each(['a@b', 'a%40b'])('gives both halves to the host, requested as %s', async (name) => {
  const prompts = [
    "Username for 'https://git.example.com:8443': ",
    `Password for 'https://${name}@git.example.com:8443': `,
  ]
  expect(await ask(prompts)).toBe('a@b\nsecret\n')
})

test.each([
  "Password for 'https://a@b@git.example.com': ",
  "Password for 'https://a@b@evil.example:8443': ",
  "Password for 'http://a@b@git.example.com:8443': ",
  "Password for 'https://other@git.example.com:8443': ",
  "Username for 'https://git.example.com:8443.evil.example': ",
  'Password: ',
  '',
  'x'.repeat(10_000),
])('gives nothing to %#', async (prompt) => {
  expect(await ask([prompt])).toBe('')
})

test('gives nothing to a second prompt', async () => {
  const prompt = "Password for 'https://a@b@git.example.com:8443': "
  expect(await ask([prompt, prompt])).toBe('secret\n')
})
