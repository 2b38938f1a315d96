import { expect, test } from 'vitest'
import { explainMailFailure } from './mail-failure.policy.ts'

test.each([
  ['EAUTH', 'The mail server rejected the user or password in SMTP_URL.'],
  ['EENVELOPE', 'The mail server rejected the sender or your email address.'],
  ['ECONNECTION', 'The mail server is unreachable (ECONNECTION).'],
  ['no code at all', 'The mail server is unreachable.'],
])('explains %s without the words of the mail server', (code, sentence) => {
  const error = Object.assign(new Error('535 wrong password hunter2'), { code })
  expect(explainMailFailure(error)).toBe(sentence)
})
