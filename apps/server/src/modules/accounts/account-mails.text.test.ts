import { expect, test } from 'vitest'
import {
  alreadyRegisteredMail,
  deletionMail,
  mfaChangedMail,
  newSignInMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from './account-mails.text.ts'

const context = { requestId: 'r', ip: '192.0.2.1', userAgent: 'Browser/1' }
const url = 'https://longshore.example'
const mails = {
  verification: verificationMail('012345', context),
  already: alreadyRegisteredMail(url, context),
  reset: resetMail(url, 'token'),
  password: passwordChangedMail(context, { tokens: 2 }),
  signIn: newSignInMail(context),
  on: mfaChangedMail(true),
  off: mfaChangedMail(false),
  deletion: deletionMail(url, new Date('2030-01-08T00:00:00Z')),
}

test.each(Object.entries(mails))('%s: has a one-line subject and links only to the configured URL', (_, mail) => {
  expect(mail.subject).not.toMatch(/[\r\n]/)
  for (const link of mail.text.match(/https?:\/\/[^\s,]+/g) ?? []) expect(link.startsWith(`${url}`)).toBe(true)
})

test('a password change email lists how many API tokens still work', () => {
  expect(mails.password.text).toContain('You have 2 API tokens')
  expect(passwordChangedMail(context, { tokens: 0 }).text).not.toContain('API')
})

test('the reset token is in the URL fragment, which servers and referrers never see', () => {
  expect(mails.reset.text).toContain(`${url}/reset-password#token=token\n`)
  expect(mails.reset.text).not.toContain('?')
})

test('the code comes first in the subject, where phones show it', () => {
  expect(mails.verification.subject.startsWith('012345 ')).toBe(true)
})
