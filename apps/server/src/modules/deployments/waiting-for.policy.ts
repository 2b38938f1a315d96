/** Describes why a deployment waits. Pure. */
export interface WaitingRun {
  createdAt: Date
  waitingFor: { type: string; resource: string | null; since: string | null; until: string | null } | null
  behind: { kind: string; number: number | null } | null
  serverName: string | null
  isQueued: boolean
}

export interface WaitingFor {
  type: string
  detail: string
  since: Date
}

const otherRuns: Record<string, string> = {
  'stop-environment': 'the environment is being stopped',
  'start-environment': 'the environment is being started',
  'restart-environment': 'the environment is being restarted',
  'remove-environment': 'the environment is being removed',
  'restore-backup': 'a backup is being restored',
  'undo-restore': 'a restore is being undone',
  'settle-restore': 'old data of a restore is being removed',
  'import-sql': 'a file is being imported',
  'move-environment': 'the environment is moving to another server',
}

export function describeWaiting({
  createdAt,
  waitingFor,
  behind,
  serverName,
  isQueued,
}: WaitingRun): WaitingFor | null {
  const server = serverName ?? 'the server'
  if (waitingFor !== null) {
    const since = waitingFor.since === null ? createdAt : new Date(waitingFor.since)
    if (waitingFor.type === 'slot')
      return { type: 'build_slot', detail: `Waiting for a build slot on ${server}.`, since }
    if (waitingFor.type === 'lock' && waitingFor.resource?.startsWith('environment:') === true)
      return { type: 'environment', detail: 'Waiting for a backup of this environment.', since }
    if (waitingFor.type === 'lock')
      return { type: 'server', detail: `Waiting for ${server}: another operation is changing it.`, since }
    if (waitingFor.type === 'retry')
      return { type: 'retry', detail: 'The last attempt failed. Longshore retries soon.', since }
    return { type: waitingFor.type, detail: 'Waiting.', since }
  }
  if (!isQueued) return null
  if (behind === null) return { type: 'worker', detail: 'Waiting for a worker.', since: createdAt }
  if (behind.number !== null)
    return { type: 'deployment', detail: `Waiting for #${behind.number} of this environment.`, since: createdAt }
  return { type: 'environment', detail: `Waiting: ${otherRuns[behind.kind] ?? behind.kind}.`, since: createdAt }
}
