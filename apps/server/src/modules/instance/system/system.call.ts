/** Worker side of the instance's setup. */
import type { Database } from '../../../platform/database/database.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { instanceProblems } from '../instance.problems.ts'
import { findEmail } from '../users/instance-users.system-repository.ts'
import { createReadUpdates } from '../version/updates.client.ts'
import { type DiskFolders, measureDisks } from './disks.client.ts'
import { explainMailFailure } from './mail-failure.policy.ts'
import { readSystem, sendTestEmail } from './system.definition.ts'
import { testEmail } from './test-email.text.ts'

export interface SystemCallOptions {
  database: Pick<Database, 'systemDb'>
  outbound: Pick<Outbound, 'request'>
  mailer: Mailer | null
  version: string
  settings: DiskFolders & {
    MAIL_FROM: string
    PUBLIC_URL: string
    SMTP_URL?: Secret | undefined
    VERSION_FEED_URL?: string | undefined
  }
}

export function createSystemCalls(options: SystemCallOptions): LinkHandler[] {
  const { database, mailer, outbound, version, settings } = options
  const readUpdates = createReadUpdates({ outbound, feedUrl: settings.VERSION_FEED_URL, currentVersion: version })
  return [
    handleCall(readSystem, async (_, { signal }) => {
      const [updates, disks] = await Promise.all([readUpdates(signal), measureDisks(settings)])
      return { version, updates, disks, mail: mailOf(settings) }
    }),
    handleCall(sendTestEmail, async ({ userId }, { signal }) => {
      if (mailer === null) throw new AppError(instanceProblems.no_mail_server)
      const to = await findEmail(database.systemDb, userId)
      if (to === undefined) throw notFound()
      try {
        await mailer.send({ ...testEmail(settings.PUBLIC_URL), id: newId('msg'), to }, signal)
      } catch (error) {
        throw new AppError(instanceProblems.email_not_sent, explainMailFailure(error))
      }
      return { to, sentAt: new Date() }
    }),
  ]
}

function mailOf({ SMTP_URL: url, MAIL_FROM: sender }: SystemCallOptions['settings']) {
  if (url === undefined) return { isSetUp: false, server: null, sender: null }
  return { isSetUp: true, server: URL.parse(url.reveal())?.hostname ?? null, sender }
}
