/** Checks of the mail server, up to its login. */

import type { Check } from '../check.ts'
import { CheckSkipped } from '../check-skipped.ts'
import type { DoctorContext } from '../doctor-context.ts'
import { fault, ok, warning } from '../finding.policy.ts'

const mailRemedy = 'Correct the URL in secrets/smtp-url, then docker compose up -d --force-recreate worker.'

export const mailChecks: readonly Check[] = [
  {
    code: 'mail-server',
    meaning: 'The mail server in SMTP_URL is unreachable.',
    remedy: mailRemedy,
    withinMs: 30_000,
    async run(context) {
      if (isWithout(context)) return ok('none is set, so no email is sent')
      const answer = await context.mailTest()
      return typeof answer === 'string' ? ok('responds') : fault(`is unreachable (${answer.unreachable})`)
    },
  },
  {
    code: 'mail-login',
    meaning: 'The mail server rejects the user or password in SMTP_URL.',
    remedy: mailRemedy,
    needs: ['mail-server'],
    async run(context) {
      if (isWithout(context)) throw new CheckSkipped('no mail server is set')
      return (await context.mailTest()) === 'refuses_login' ? fault('the login is rejected') : ok('can log in')
    },
  },
  {
    code: 'mail-sender',
    meaning: "A mail server is set, but MAIL_FROM isn't. Servers reject email from longshore@localhost.",
    remedy:
      'echo MAIL_FROM=longshore@example.com >> .env with your own email address, then run docker compose up -d worker.',
    run(context) {
      if (isWithout(context)) throw new CheckSkipped('no mail server is set')
      const from = context.required('MAIL_FROM')
      return from.endsWith('@localhost') ? warning(`email is sent as ${from}`) : ok(from)
    },
  },
]

function isWithout(context: DoctorContext): boolean {
  if (!context.reading.isWorker) throw new CheckSkipped('only the worker sends email')
  return context.optional('SMTP_URL') === undefined
}
