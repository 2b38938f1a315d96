import type { ConnectorLink } from '@longshore/sdk'

export type LinkEvent = ConnectorLink['events'][number]

/** Events that a channel of a project sends unless the person chooses others. */
export const usualLinkEvents: readonly LinkEvent[] = [
  'deployment_failed',
  'backup_failed',
  'certificate_failed',
  'alert_raised',
]
