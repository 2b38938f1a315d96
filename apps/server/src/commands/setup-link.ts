/** Prints a link that creates the first account, works once and for a day, for instances without a mail server. */
import { readConfig } from '../config.ts'
import { createSetupLink } from '../modules/accounts/index.ts'
import { createDatabase } from '../platform/database/database.ts'
import { pageLinks, toUrl } from '../platform/links/page-links.policy.ts'
import { setupLinkSettings } from '../settings.ts'

export async function printSetupLink(): Promise<void> {
  const settings = readConfig(setupLinkSettings)
  await using database = createDatabase({
    url: settings.DATABASE_URL.reveal(),
    poolSize: 2,
    applicationName: 'longshore-setup',
  })
  const token = await createSetupLink(database)
  console.log(toUrl(settings.PUBLIC_URL, pageLinks.setup(token)))
}
