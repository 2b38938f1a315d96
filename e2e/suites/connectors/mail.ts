/**
 * Notifications through a real SMTP server: both parts, correct headers, and one recipient whatever names and addresses
 * contain (M6).
 */
import { hostileTexts } from '../../../apps/server/src/testing/vendors/hostile-payload.ts'
import { readMail } from '../../../apps/server/src/testing/vendors/mail.ts'
import { callAs } from '../../support/client.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { evil, hasForeignHeader, hostileAddresses } from '../../support/mail-attacks.ts'
import type { ReceivedMail } from '../../support/mailbox.ts'
import { ask, createConnector, type TestEnv } from '../../support/notifications/connectors-test-env.ts'

const to = 'notices@example.com'

export async function proveMail(testEnv: TestEnv): Promise<void> {
  const { report, instance } = testEnv
  const { id } = await createConnector(testEnv, { kind: 'email', config: { to }, events: ['token_created'] })
  const tested = await ask(testEnv, 'POST', `/${id}/test`)
  report.expect(tested.body.ok === true && tested.body.status === 250, `a test by mail: ${tested.text}`)
  const first = await instance.mailbox.waitFor(to)
  proveShape(testEnv, first)
  const addresses = hostileAddresses('notices')
  const accepted = await countAccepted(testEnv, addresses)
  const names = await sendHostileNames(testEnv)
  instance.mailbox.refuse = true
  const refused = await ask(testEnv, 'POST', `/${id}/test`)
  instance.mailbox.refuse = false
  report.expect(refused.body.ok === false && refused.body.status === 451, `a refusing mail server: ${refused.text}`)
  const mails = instance.mailbox.mails.filter((mail) => mail.recipients.includes(to) || mail.raw.includes('attacker'))
  const leaked = mails.filter(({ recipients }) => recipients.length !== 1 || recipients[0] !== to)
  const foreign = mails.filter(({ raw }) => hasForeignHeader(raw))
  report.figure('mail_injections', `${accepted + leaked.length + foreign.length}/${addresses.length + names}`)
  report.expect(addresses.length + names >= 40, `only ${addresses.length + names} payloads`)
  report.expect(accepted === 0, `${accepted} hostile addresses were accepted`)
  report.expect(leaked.length === 0, `${leaked.length} mails have another recipient`)
  report.expect(foreign.length === 0, `${foreign.length} mails have another header`)
  for (const mail of mails) proveInert(testEnv, mail)
  await ask(testEnv, 'DELETE', `/${id}`)
}

function proveShape({ report }: TestEnv, { raw, text, html }: ReceivedMail): void {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  const has = (line: RegExp) => report.expect(line.test(head), `no header ${line}`)
  has(/^Content-Type: multipart\/alternative;/im)
  has(/^Message-ID: <dlv_[0-9a-z]{26}@example\.com>$/im)
  has(/^From: "?Longshore"? <longshore@example\.com>$/im)
  has(/^To: notices@example\.com$/im)
  has(/^Auto-Submitted: auto-generated$/im)
  has(/^Date: \w{3}, /im)
  report.expect(/^Content-Type: text\/plain;/im.test(raw) && text.length > 20, 'no part of text')
  report.expect(/^Content-Type: text\/html;/im.test(raw) && html.includes('<h1'), 'no part of HTML')
}

function proveInert({ report, instance }: TestEnv, { subject, text, html }: ReceivedMail): void {
  const seen = readMail({ subject, text, html })
  report.expect(seen.faults.length === 0, `a mail holds ${seen.faults[0]}`)
  const links = seen.links.filter((link) => !link.startsWith(`${instance.url}/`))
  report.expect(links.length === 0, `a mail has a link of others: ${links[0]}`)
}

async function countAccepted(testEnv: TestEnv, addresses: readonly string[]): Promise<number> {
  const answers: number[] = []
  await inParallel(addresses, 8, async (address) => {
    const body = { kind: 'email', name: `m ${answers.length} ${Math.random()}`, config: { to: address }, events: [] }
    answers.push((await ask(testEnv, 'POST', '', body)).status)
  })
  return answers.filter((status) => status < 400).length
}

/** Names appear in the subject, the text and the HTML part. */
async function sendHostileNames(testEnv: TestEnv): Promise<number> {
  const { instance, person, report } = testEnv
  const names = [
    ...hostileTexts.map((text) =>
      text
        .replace(/[^\x20-\x7e]/g, ' ')
        .slice(0, 100)
        .trim(),
    ),
    `x Bcc: ${evil}`,
  ]
  const lines = ['a\r\nBcc: b@example.com', 'a\nb', 'a\u2028b', 'a\u0000b']
  const create = async (name: string) =>
    (await callAs(instance, person, { method: 'POST', path: '/api-tokens', body: { name, scopes: ['tokens:read'] } }))
      .status
  for (const name of lines)
    report.expect((await create(name)) >= 400, `a token with the name ${JSON.stringify(name)} is taken`)
  const before = instance.mailbox.count(to)
  for (const name of names) report.expect((await create(name)) === 201, `a token with the name ${name} is not taken`)
  await instance.mailbox.waitFor(to, () => instance.mailbox.count(to) >= before + names.length)
  return names.length + lines.length
}
