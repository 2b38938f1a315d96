/** How long a recovery takes, and how much data it loses; pure. */

/** Bytes that a small server reads and writes per second, there and back. */
const bytesPerSecond = 20 * (1 << 20)
/** A server without any image of the environment: base images are pulled, and nothing comes from a build cache. */
const coldStartSeconds = 60

export interface Prediction {
  /** Null while nothing is known about the environment's deployments. */
  readonly recoverySeconds: number | null
  readonly basis: 'drill' | 'estimate' | null
  /** Null when some data has no usable backup, so all of it would be lost. */
  readonly lossSeconds: number | null
}

export interface KnownFigures {
  /** Duration of the newest drill that passed. */
  readonly drilledMs: number | null
  /** Duration of the steps after the health checks, where a drill ends: the switch, and the time that it must stay up. */
  readonly afterHealthMs: number
  /** Median of its deployments. */
  readonly deploymentMs: number | null
  readonly plainBytes: number
  /** When the data of each backup was read; null for data without a usable backup. */
  readonly dataAt: readonly (Date | null)[]
  readonly now: Date
}

export function predictRecovery(known: KnownFigures): Prediction {
  const { drilledMs, afterHealthMs, deploymentMs, plainBytes, dataAt, now } = known
  const lossSeconds = lossOf(dataAt, now)
  if (drilledMs !== null)
    return { recoverySeconds: Math.ceil((drilledMs + afterHealthMs) / 1_000), basis: 'drill', lossSeconds }
  if (deploymentMs === null) return { recoverySeconds: null, basis: null, lossSeconds }
  // The data is restored, and read back to compare it.
  const seconds = deploymentMs / 1_000 + coldStartSeconds + (2 * plainBytes) / bytesPerSecond
  return { recoverySeconds: Math.ceil(seconds), basis: 'estimate', lossSeconds }
}

/** Age of the oldest data that a recovery would bring back. Without data, nothing is lost. */
export function lossOf(dataAt: readonly (Date | null)[], now: Date): number | null {
  let oldestMs = now.getTime()
  for (const at of dataAt) {
    if (at === null) return null
    oldestMs = Math.min(oldestMs, at.getTime())
  }
  return Math.ceil((now.getTime() - oldestMs) / 1_000)
}

export interface Targets {
  readonly maxRecoveryMinutes: number | null
  readonly maxLossMinutes: number | null
}

export type MissedTarget = 'recovery_too_slow' | 'recovery_loses_too_much'

/** A figure that isn't known misses no target, except data without any backup. */
export function findMissedTargets(
  { recoverySeconds, lossSeconds }: Prediction,
  { maxRecoveryMinutes, maxLossMinutes }: Targets,
): MissedTarget[] {
  const missed: MissedTarget[] = []
  if (maxRecoveryMinutes !== null && recoverySeconds !== null && recoverySeconds > maxRecoveryMinutes * 60)
    missed.push('recovery_too_slow')
  if (maxLossMinutes !== null && (lossSeconds === null || lossSeconds > maxLossMinutes * 60))
    missed.push('recovery_loses_too_much')
  return missed
}
