/** Notifications and backups that the wizard sets up after the first deployment starts. */
import type { BackupDestination, Connector } from '@longshore/sdk'
import type { ServiceValues } from '../services/service-values.ts'
import { isOwnVolume, readVolumes } from '../services/volume-lines.ts'
import { usualLinkEvents } from './link-events.ts'

/** Sends to the person's own address, through a channel that is created first. */
export const emailMe = 'email-me'

/** The channel that most likely works, or an email to the person if the instance can send one. Empty: no notification. */
export function usualChannel(connectors: readonly Pick<Connector, 'id' | 'status'>[], canSendEmail: boolean): string {
  const working = connectors.find(({ status }) => status === 'active')
  return working?.id ?? (connectors.length === 0 && canSendEmail ? emailMe : '')
}

/** Whether a channel already sends to this address, so that a second one would send everything twice. */
export function hasEmailTo(connectors: readonly Pick<Connector, 'kind' | 'config'>[], address: string): boolean {
  return connectors.some(({ kind, config }) => kind === 'email' && config.to === address)
}

/** Whether the channel sends the usual events of every project, so that a new project needs no link to it. */
export function coversProjects({
  projectEvents,
  minSeverity,
}: Pick<Connector, 'projectEvents' | 'minSeverity'>): boolean {
  return minSeverity === 'info' && usualLinkEvents.every((event) => projectEvents.includes(event))
}

export function usualStore(stores: readonly Pick<BackupDestination, 'id' | 'status'>[]): string {
  return stores.find(({ status }) => status === 'working')?.id ?? ''
}

/** Whether there is data that a backup would save. */
export function hasData(services: readonly Pick<ServiceValues, 'kind' | 'volumes'>[]): boolean {
  const databases: readonly string[] = ['postgres', 'mariadb', 'redis']
  return services.some(({ kind, volumes }) => databases.includes(kind) || readVolumes(volumes).some(isOwnVolume))
}
