/** Health checks of a report. Their times are null unless a file states them. */
import type { AnalyzedService } from './report.schemas.ts'

export type HealthCheck = NonNullable<AnalyzedService['healthCheck']>

export const noTimes = {
  intervalSeconds: null,
  timeoutSeconds: null,
  retries: null,
  startPeriodSeconds: null,
} satisfies Partial<HealthCheck>

export function httpCheck(path: string | null): HealthCheck {
  return { type: 'http', path, command: null, ...noTimes }
}

export function tcpCheck(): HealthCheck {
  return { type: 'tcp', path: null, command: null, ...noTimes }
}

export function commandCheck(command: string | string[]): HealthCheck {
  return { type: 'command', path: null, command, ...noTimes }
}
