/** How the navigation and Home show open alerts. Pure. */
import type { Alert } from '@longshore/sdk'
import { text } from '../../text/text.ts'

export interface OpenAlerts {
  /** Critical alerts first. */
  items: readonly Alert[]
  /** Number to show. Undefined: no open alerts. */
  count: string | undefined
  tone: 'bad' | 'warn'
}

export function summarizeOpenAlerts(alerts: readonly Alert[], hasMore: boolean): OpenAlerts {
  const critical = alerts.filter(({ severity }) => severity === 'critical')
  return {
    items: [...critical, ...alerts.filter(({ severity }) => severity !== 'critical')],
    count: alerts.length === 0 ? undefined : `${alerts.length}${hasMore ? '+' : ''}`,
    tone: critical.length > 0 ? 'bad' : 'warn',
  }
}

/** The title with the affected service or hostname, and the server. The name is undefined until it's read. */
export function alertTitle({ title, subject }: Pick<Alert, 'title' | 'subject'>, serverName?: string): string {
  const { titleAbout, titleAboutOn } = text.alerts
  if (subject !== null && serverName !== undefined) return titleAboutOn(title, subject, serverName)
  const about = subject ?? serverName
  return about === undefined ? title : titleAbout(title, about)
}
