import { expect, test } from 'vitest'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { ping } from './ping.definition.ts'
import { createSendsMail } from './sends-mail.service.ts'

function linkTo(answers: (unknown | Error)[]): Pick<LinkClient, 'call'> {
  return {
    async call(definition) {
      const next = answers.shift()
      if (next instanceof Error) throw next
      return definition.result.parse(next)
    },
  }
}

test('asks the worker once a minute', async () => {
  let nowMs = 0
  const answers = [
    { version: '1', sendsMail: false },
    { version: '1', sendsMail: true },
  ]
  const sendsMail = createSendsMail(linkTo(answers), () => nowMs)
  expect([await sendsMail(), await sendsMail()]).toEqual([false, false])
  nowMs = 61_000
  expect(await sendsMail()).toBe(true)
})

test('keeps the last result while the worker is unreachable; before the first one, expects mail', async () => {
  let nowMs = 0
  const answers = [new Error('away'), { version: '1', sendsMail: false }, new Error('away')]
  const sendsMail = createSendsMail(linkTo(answers), () => nowMs)
  expect([await sendsMail(), await sendsMail()]).toEqual([true, false])
  nowMs = 61_000
  expect(await sendsMail()).toBe(false)
})

test('a worker of an older release reports nothing about mail', () => {
  expect(ping.result.parse({ version: '0.1.0' })).toMatchObject({ version: '0.1.0', sendsMail: true })
})
