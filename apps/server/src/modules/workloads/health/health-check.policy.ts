/** Decides how to probe the health of a service and how to read the responses. Pure. */
import { isRoutedKind, type ServiceKind } from '../../environments/service-kinds.schemas.ts'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'

export type HealthProbe =
  /**
   * `isGuessed` means that no path is configured, so any status below 500 is fine. A configured path must return 2xx or
   * 3xx.
   */
  | { readonly type: 'http'; readonly port: number; readonly path: string; readonly isGuessed: boolean }
  | { readonly type: 'tcp'; readonly port: number }
  /** Text runs in the shell of the image, inside the container. */
  | { readonly type: 'command'; readonly command: string | readonly string[] }
  /** Uses the image's own HEALTHCHECK if it has one, or else checks that the container stays up. */
  | { readonly type: 'running' }

export interface HealthTiming {
  readonly timeoutMs: number
  readonly intervalMs: number
  /** Total time of the check: the start period plus one interval per allowed failure. */
  readonly budgetMs: number
}

/** Defaults for a service without a configured check. */
const usual = { intervalSeconds: 5, timeoutSeconds: 5, retries: 12, startPeriodSeconds: 10 }

interface CheckedService {
  readonly kind: ServiceKind
  readonly configuration: Pick<ServiceConfiguration, 'healthCheck' | 'port'>
}

export function healthProbeOf({ kind, configuration: { healthCheck, port } }: CheckedService): HealthProbe {
  if (healthCheck?.type === 'command' && healthCheck.command !== null)
    return { type: 'command', command: healthCheck.command }
  if (port === null) return { type: 'running' }
  if (healthCheck?.type === 'tcp') return { type: 'tcp', port }
  if (healthCheck?.type === 'http' || isRoutedKind(kind)) {
    const path = healthCheck?.path ?? null
    return { type: 'http', port, path: path ?? '/', isGuessed: path === null }
  }
  return { type: 'running' }
}

/** Returns true for a web service without a port, because requests can't reach it. */
export function lacksPort({ kind, configuration: { port } }: CheckedService): boolean {
  return kind === 'web' && port === null
}

export function healthTimingOf({ configuration: { healthCheck } }: CheckedService): HealthTiming {
  const { intervalSeconds, timeoutSeconds, retries, startPeriodSeconds } = healthCheck ?? usual
  return {
    timeoutMs: timeoutSeconds * 1_000,
    intervalMs: intervalSeconds * 1_000,
    budgetMs: (startPeriodSeconds + retries * intervalSeconds) * 1_000,
  }
}

export function isGoodStatus(status: number, { isGuessed }: { isGuessed: boolean }): boolean {
  return isGuessed ? status < 500 : status >= 200 && status < 400
}

/** A program that listens only on the loopback address is the usual reason for missing responses. */
export function describeListening(listening: readonly string[], port: number | null): string {
  if (listening.length === 0) return "It doesn't listen on any port."
  const list = `It listens on ${listening.slice(0, 5).join(', ')}`
  const isReachable = (each: string) => !/^(127\.|\[::1\])/.test(each)
  const ports = listening.filter(isReachable).map((each) => Number(each.slice(each.lastIndexOf(':') + 1)))
  if (ports.length === 0) return `${list}; in a container it must listen on 0.0.0.0.`
  if (port !== null && !ports.includes(port)) return `${list}, not on port ${port}.`
  return `${list}.`
}
