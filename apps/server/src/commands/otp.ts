/** Prints a code from the mail queue, for instances without a mail server. */
import { readConfig } from '../config.ts'
import { createDatabase } from '../platform/database/database.ts'
import { findLatestMail } from '../platform/mail/mail.system-repository.ts'
import { MailContent, mailContext } from '../platform/mail/mail-message.ts'
import { createUnsealer } from '../platform/secrets/unseal.ts'
import { operatorSettings } from '../settings.ts'
import { CommandError } from './command-error.ts'

export async function printCode([email]: string[]): Promise<void> {
  if (email === undefined) throw new CommandError('Usage: longshore-server otp EMAIL')
  const settings = readConfig(operatorSettings)
  await using database = createDatabase({
    url: settings.DATABASE_URL.reveal(),
    poolSize: 2,
    applicationName: 'longshore-otp',
  })
  const mail = await findLatestMail(database.systemDb, email, 'verify_email')
  if (mail === undefined || mail.sealed === null || mail.expired)
    throw new CommandError(
      `There's no valid code for ${email}. Request a new one on the sign-in page, then run this again.\nFor a forgotten password, run: longshore-server reset-link ${email}`,
    )
  const unsealer = await createUnsealer(settings.SEALING_IDENTITIES)
  const { subject } = MailContent.parse(JSON.parse((await unsealer.unseal(mailContext(mail.id), mail.sealed)).reveal()))
  console.log(subject.slice(0, 6))
}
