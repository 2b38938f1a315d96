/** A real SMTP server for tests that stores received emails. It can refuse on demand. */
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  /** Envelope recipients: the actual receivers. */
  recipients: string[]
  subject: string
  text: string
  /** Empty if there is no such part. */
  html: string
  raw: string
}

export interface Mailbox extends AsyncDisposable {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Responds with 451 while set. */
  refuse: boolean
  waitFor(to: string, matches?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
  /** The newest six-digit code sent to an address, waiting for one after `after` mails. */
  waitForCode(to: string, after?: number): Promise<string>
  count(to: string): number
}

const timeoutMs = 180_000

export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const state = { refuse: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      done(state.refuse ? Object.assign(new Error('try later'), { responseCode: 451 }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const parsed = await PostalMime.parse(raw)
        const recipients = session.envelope.rcptTo.map((each: { address: string }) => each.address)
        mails.push({ recipients, subject: parsed.subject ?? '', text: parsed.text ?? '', html: parsed.html ?? '', raw })
        done()
      })
    },
  })
  // A sender that is killed in the middle of an email must not end the server.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const isFor = (mail: ReceivedMail, to: string) => mail.recipients.includes(to)
  const waitFor = async (to: string, matches: (mail: ReceivedMail) => boolean = () => true) => {
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(20)) {
      const found = mails.findLast((mail) => isFor(mail, to) && matches(mail))
      if (found !== undefined) return found
    }
    throw new Error(`no such mail for ${to}; there are ${mails.length} mails`)
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get refuse() {
      return state.refuse
    },
    set refuse(value) {
      state.refuse = value
    },
    waitFor,
    count: (to) => mails.filter((mail) => isFor(mail, to)).length,
    async waitForCode(to, after = 0) {
      const isCode = (mail: ReceivedMail) => /^\d{6} /.test(mail.subject)
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(20)) {
        const codes = mails.filter((mail) => isFor(mail, to) && isCode(mail))
        if (codes.length > after) return codes.at(-1)?.subject.slice(0, 6) ?? ''
      }
      throw new Error(`no code for ${to}`)
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}
