import { expect, test } from 'vitest'
import { invitationMail } from './invitation-mail.text.ts'

test('names the organization, the inviter, the role, and the link', () => {
  const link = 'https://longshore.example/accept-invitation#token=secret'
  const mail = invitationMail({ inviter: 'Ada (ada@example.com)', organization: 'Acme', role: 'developer', link })
  expect(mail.subject).toBe('Join Acme on Longshore')
  for (const part of ['Ada (ada@example.com)', 'Acme', 'developer', link]) expect(mail.text).toContain(part)
})
