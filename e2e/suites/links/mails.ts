/** Links in every email that the instance sent to people who sign up, forget a password, are invited or leave. */
import { call, password } from '../../support/client.ts'
import { type LinksTestEnv, openUrl } from './opening.ts'

const urls = /https?:\/\/[^\s<>"]+/g

export async function openMailLinks(testEnv: LinksTestEnv): Promise<void> {
  const { instance, links, person, places, report } = testEnv
  const { mailbox } = instance
  const as = { token: person.token, organization: places.organizationId }
  const guest = 'links-guest@example.com'
  await call(instance, 'POST', '/api/v1/auth/forgot-password', { body: { email: person.email } })
  await call(instance, 'POST', '/api/v1/auth/register', { body: { email: person.email, password } })
  const invitations = `/api/v1/organizations/${places.organizationId}/invitations`
  await call(instance, 'POST', invitations, { ...as, body: { email: guest, role: 'viewer' } })
  await mailbox.waitFor(person.email, ({ text }) => text.includes('/reset-password#token='))
  await mailbox.waitFor(person.email, ({ subject }) => subject.includes('already have'))
  await mailbox.waitFor(guest, ({ text }) => text.includes('/accept-invitation#token='))
  const found = new Set(mailbox.mails.flatMap(({ text }) => text.match(urls) ?? []).map(toOpened))
  for (const url of found) links.note(url, await openUrl(url))
  report.expect(found.size >= 3, `mails have ${found.size} links`)
}

/** Removes the punctuation after a link, and the fragment, which isn't sent to a server. */
function toOpened(url: string): string {
  return url.replace(/[.,;)]+$/, '').replace(/#.*$/, '')
}
