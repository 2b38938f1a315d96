/** Checks of the mail server, up to its login. */

import type { Check } from '../check.ts'
import { CannotLook } from '../check-skipped.ts'
import type { Patient } from '../doctor-context.ts'
import { fault, ok, warning } from '../finding.policy.ts'

const mend = 'Correct the URL in secrets/smtp-url, then docker compose up -d --force-recreate worker.'

export const mailChecks: readonly Check[] = [
  {
    code: 'mail-server',
    meaning: 'The mail server in SMTP_URL is unreachable.',
    remedy: mend,
    withinMs: 30_000,
    async run(patient) {
      if (isWithout(patient)) return ok('none is set: the command otp prints codes')
      const answer = await patient.mailAnswer()
      return typeof answer === 'string' ? ok('responds') : fault(`is unreachable (${answer.unreachable})`)
    },
  },
  {
    code: 'mail-login',
    meaning: 'The mail server rejects the user or password in SMTP_URL.',
    remedy: mend,
    needs: ['mail-server'],
    async run(patient) {
      if (isWithout(patient)) throw new CannotLook('no mail server is set')
      return (await patient.mailAnswer()) === 'refuses_login' ? fault('the login is rejected') : ok('can log in')
    },
  },
  {
    code: 'mail-sender',
    meaning: "A mail server is set, but MAIL_FROM isn't. Servers reject email from longshore@localhost.",
    remedy:
      'echo MAIL_FROM=longshore@example.com >> .env with your own email address, then run docker compose up -d worker.',
    run(patient) {
      if (isWithout(patient)) throw new CannotLook('no mail server is set')
      const from = patient.given('MAIL_FROM')
      return from.endsWith('@localhost') ? warning(`email is sent as ${from}`) : ok(from)
    },
  },
]

function isWithout(patient: Patient): boolean {
  if (!patient.reading.isWorker) throw new CannotLook('only the worker sends email')
  return patient.optional('SMTP_URL') === undefined
}
