/** Wires up the instance backup, and the keys that it needs, in the worker. */
import { ConfigError } from '../config.ts'
import { createCheckInstanceBackup, createInstanceBackup, openInstanceStore } from '../modules/instance/worker.ts'
import { systemClock } from '../platform/clock/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Unsealer } from '../platform/secrets/unseal.ts'
import type { WorkerSettings } from '../settings.ts'
import { version } from '../version.ts'

export function createInstanceBackupParts(
  settings: WorkerSettings,
  parts: { database: Database; unsealer: Unsealer; outbound: Outbound; instance: string },
) {
  const { unsealer, instance: instanceId } = parts
  const store = openInstanceStore(settings, parts.outbound)
  const { SEALING_IDENTITIES: identities, INSTANCE_BACKUP_RECIPIENTS: more } = settings
  const [identity] = identities
  if (identity === undefined) throw new ConfigError([{ setting: 'SEALING_IDENTITIES', fault: 'is missing' }])
  const workflow = createInstanceBackup({
    ...{ store, instanceId, version, identity },
    databaseUrl: settings.DATABASE_URL,
    recipients: [unsealer.keys[0].recipient, ...(more === undefined ? [] : [more])],
    keep: settings.INSTANCE_BACKUP_KEEP,
  })
  const operators = { operators: settings.OPERATORS, isSignUpOpen: settings.SIGN_UP_MODE === 'open' }
  const check = createCheckInstanceBackup({ database: parts.database, clock: systemClock, operators })
  return { workflows: [workflow, check], isPossible: store !== null }
}
