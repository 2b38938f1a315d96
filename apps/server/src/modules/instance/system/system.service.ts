/** Setup and health of the instance, for operators. The worker answers everything that the database doesn't know. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { platformProblems } from '../../../platform/errors/platform-problems.ts'
import { consumeLimit } from '../../../platform/limits/persistent-limit.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { checkHealth } from '../health/health.definition.ts'
import type { HealthReport } from '../health/health.schemas.ts'
import { healthDeadlineMs, testEmailsPerHour } from '../instance.limits.ts'
import type { OperatorSettings } from '../operators.query.ts'
import { requireOperator } from '../require-operator.query.ts'
import { readSystem, sendTestEmail } from './system.definition.ts'
import type { InstanceSystem, TestEmail } from './system.schemas.ts'
import { measureDatabase, measureInstanceBackups, measureLocalBackups } from './system.system-repository.ts'

const systemDeadlineMs = 10_000
const emailDeadlineMs = 20_000

export interface SystemService {
  checkHealth(actor: Actor): Promise<HealthReport>
  read(actor: Actor): Promise<InstanceSystem>
  sendTestEmail(actor: Actor): Promise<TestEmail>
}

export interface SystemOptions {
  database: Database
  link: Pick<LinkClient, 'call'>
  version: string
  operators: OperatorSettings
  signUpMode: InstanceSystem['signUpMode']
  urls: Omit<InstanceSystem['urls'], 'apiUrl'>
}

export function createSystemService(options: SystemOptions): SystemService {
  const { database, link, operators } = options
  return {
    async checkHealth(actor) {
      await requireOperator(database, actor, operators)
      return await link.call(checkHealth, {}, { organizationId: null, deadlineMs: healthDeadlineMs })
    },
    async read(actor) {
      await requireOperator(database, actor, operators)
      return await readAll(options)
    },
    async sendTestEmail(actor) {
      await requireOperator(database, actor, operators)
      const limit = await consumeLimit(database.systemDb, testEmailsPerHour, actor.userId)
      if (!limit.allowed)
        throw new AppError(
          platformProblems.rate_limited,
          `More than ${testEmailsPerHour.limit} test emails in an hour.`,
          {
            limit,
          },
        )
      const call = { organizationId: null, actorId: actor.userId, deadlineMs: emailDeadlineMs }
      return await link.call(sendTestEmail, { userId: actor.userId }, call)
    },
  }
}

async function readAll({ database, link, version, signUpMode, urls }: SystemOptions): Promise<InstanceSystem> {
  const db = database.systemDb
  const [worker, databaseBytes, localBackups, instanceBackups] = await Promise.all([
    link.call(readSystem, {}, { organizationId: null, deadlineMs: systemDeadlineMs }),
    measureDatabase(db),
    measureLocalBackups(db),
    measureInstanceBackups(db),
  ])
  return {
    ...{ version, workerVersion: worker.version, signUpMode, updates: worker.updates, mail: worker.mail },
    urls: { ...urls, apiUrl: `${urls.publicUrl}/api/v1` },
    storage: { databaseBytes, disks: worker.disks, localBackups, instanceBackups },
  }
}
