/** The mail server, up to its login. */
import { CannotLook } from '../cannot-look.ts'
import type { Check } from '../check.ts'
import { fault, ok, warning } from '../finding.policy.ts'
import type { Patient } from '../patient.ts'

const mend = 'Correct the address in secrets/smtp-url, then docker compose up -d --force-recreate worker.'

export const mailChecks: readonly Check[] = [
  {
    code: 'mail-server',
    meaning: 'The mail server of SMTP_URL cannot be reached.',
    remedy: mend,
    withinMs: 30_000,
    async run(patient) {
      if (isWithout(patient)) return ok('none is set: the command otp prints codes')
      const answer = await patient.mailAnswer()
      return typeof answer === 'string' ? ok('answers') : fault(`cannot be reached (${answer.unreachable})`)
    },
  },
  {
    code: 'mail-login',
    meaning: 'The mail server refuses user or password of SMTP_URL.',
    remedy: mend,
    needs: ['mail-server'],
    async run(patient) {
      if (isWithout(patient)) throw new CannotLook('no mail server is set')
      return (await patient.mailAnswer()) === 'refuses_login' ? fault('the login is refused') : ok('is let in')
    },
  },
  {
    code: 'mail-sender',
    meaning: 'MAIL_FROM is not set although a mail server is: servers refuse mail of longshore@localhost.',
    remedy: 'echo MAIL_FROM=longshore@example.com >> .env with an address of yours, then docker compose up -d worker.',
    run(patient) {
      if (isWithout(patient)) throw new CannotLook('no mail server is set')
      const from = patient.given('MAIL_FROM')
      return from.endsWith('@localhost') ? warning(`mail is sent as ${from}`) : ok(from)
    },
  },
]

function isWithout(patient: Patient): boolean {
  if (!patient.reading.isWorker) throw new CannotLook('only the worker sends mail')
  return patient.optional('SMTP_URL') === undefined
}
