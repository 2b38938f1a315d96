import type { Database } from '../../platform/database/database.ts'
import type { Listener } from '../../platform/database/listener.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { createNotificationCalls } from './calls/notifications.call.ts'
import { createDeliveryPoller } from './deliveries.poller.ts'
import { createNoticeSender } from './sending/send-notice.client.ts'
import { createDeliverNotices } from './workflow/deliver-notices.workflow.ts'

export interface NotificationsWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
  /** Not started. */
  loops: BackgroundLoop[]
}

export function createNotificationsWorker(options: {
  database: Database
  listener: Listener
  unsealer: Unsealer
  outbound: Outbound
  mailer: Mailer | null
  mailsPerDay: number
  publicUrl: string
  firstPauseMs: number
  log: Log
}): NotificationsWorker {
  const { database, listener, log, unsealer, publicUrl, firstPauseMs } = options
  const sender = createNoticeSender(options)
  const tools = { database, unsealer, sender, publicUrl, firstPauseMs }
  return {
    workflows: [createDeliverNotices(tools)],
    calls: createNotificationCalls(tools),
    loops: [createDeliveryPoller({ database, listener, log })],
  }
}
