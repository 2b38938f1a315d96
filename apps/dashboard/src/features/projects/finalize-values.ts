import type { ServiceValues } from '../services/service-values.ts'

export interface FinalizeValues {
  environment: { name: string; serverId: string }
  /** Whether every push deploys. Null: the person hasn't chosen. */
  autoDeploy: boolean | null
  /** The notification channel, `email-me`, or nothing. */
  channel: string
  /** The storage location for backups, or nothing. */
  store: string
  /** The hostname to attach, which the compose file names; empty for none. */
  domain: string
  services: ServiceValues[]
  /** In the order of the variable rows. */
  variables: { value: string }[]
}
