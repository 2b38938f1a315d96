/** Describes a container event as a sentence; pure. */
import type { ContainerEvent } from './runtime-logs.schemas.ts'

const signals: Readonly<Record<number, string>> = {
  130: 'SIGINT',
  134: 'SIGABRT',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  143: 'SIGTERM',
}

export function describeEvent({
  service,
  kind,
  exitCode,
}: Pick<ContainerEvent, 'service' | 'kind' | 'exitCode'>): string {
  switch (kind) {
    case 'started':
      return `A container of ${service} started.`
    case 'out_of_memory':
      return `A container of ${service} ran out of memory.`
    case 'healthy':
      return `A container of ${service} is healthy.`
    case 'unhealthy':
      return `A container of ${service} is unhealthy.`
    case 'exited': {
      const signal = signals[exitCode ?? 0]
      return `A container of ${service} exited with code ${exitCode ?? 'unknown'}${signal === undefined ? '' : ` (${signal})`}.`
    }
  }
}
