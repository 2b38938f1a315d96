/** The state of a service, from its containers. Pure. */
import type { Service, ServiceInstance } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import type { Tone } from '../../ui/status.tsx'

export interface ServiceState {
  tone: Tone
  label: string
}

export function serviceState(
  { id, kind }: Pick<Service, 'id' | 'kind'>,
  instances: readonly Pick<ServiceInstance, 'serviceId' | 'state' | 'health'>[],
): ServiceState {
  const words = text.servicePage.states
  if (kind === 'cron') return { tone: 'idle', label: words.scheduled }
  const own = instances.filter(({ serviceId }) => serviceId === id)
  if (own.length === 0) return { tone: 'idle', label: words.unknown }
  const running = own.filter(({ state }) => state === 'running')
  if (running.length === own.length)
    return running.some(({ health }) => health === 'unhealthy')
      ? { tone: 'warn', label: text.servicePage.unhealthy }
      : { tone: 'good', label: words.running }
  if (own.some(({ state }) => state === 'restarting')) return { tone: 'bad', label: words.restarting }
  if (running.length === 0) return { tone: 'paused', label: words.stopped }
  return { tone: 'warn', label: words.partly(running.length, own.length) }
}
