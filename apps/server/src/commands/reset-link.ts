/** Prints a password reset link that works once, for an hour, for instances without a mail server. */
import { readConfig } from '../config.ts'
import { createResetLink } from '../modules/accounts/index.ts'
import { createDatabase } from '../platform/database/database.ts'
import { setupLinkSettings } from '../settings.ts'
import { CommandError } from './command-error.ts'

export async function printResetLink([email]: string[]): Promise<void> {
  if (email === undefined) throw new CommandError('Usage: longshore-server reset-link EMAIL')
  const settings = readConfig(setupLinkSettings)
  await using database = createDatabase({
    url: settings.DATABASE_URL.reveal(),
    poolSize: 2,
    applicationName: 'longshore-reset',
  })
  const link = await createResetLink(database, email)
  if ('refused' in link) throw new CommandError(texts[link.refused](email))
  console.log(`${settings.PUBLIC_URL}/reset-password#token=${link.token}`)
}

const texts = {
  no_account: (email: string) => `No account has the email address ${email}.`,
  not_verified: (email: string) =>
    `The email address ${email} isn't verified yet. Print its code with: longshore-server otp ${email}`,
}
