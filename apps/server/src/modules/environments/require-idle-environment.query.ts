/** Checks whether another run is changing an environment, for requests of people that shouldn't queue behind it. */
import type { Tx } from '../../platform/database/database.ts'
import { listUnfinishedRuns } from '../../platform/durable/runs.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { environmentProblems } from './environments.problems.ts'
import { stopEnvironment } from './environments.references.ts'
import type { EnvironmentRow } from './environments.repository.ts'

const doing: Readonly<Record<string, string>> = {
  deploy: 'a deployment', 'stop-environment': 'a stop', 'start-environment': 'a start', 'restart-environment': 'a restart',
  'remove-environment': 'its removal', 'trash-environment': 'its deletion', 'tidy-environment': 'a cleanup',
  'restore-backup': 'a restore', 'undo-restore': 'the undo of a restore', 'settle-restore': 'a cleanup', 'settle-move': 'a cleanup', 'fence-server': 'a cleanup', 'import-sql': 'an import',
  'rotate-credentials': 'a password rotation', 'prepare-adoption': 'the preparation of an adoption',
  'undo-adoption': 'the undo of an adoption', 'settle-adoption': 'a cleanup',
} // biome-ignore format: a table

interface UnderWay {
  id: string
  kind: string
}

/** Rejects a request while another run decides something, and names that run. */
export async function requireIdleEnvironment(tx: Tx, row: EnvironmentRow): Promise<void> {
  const first = (await listUnfinishedRuns(tx, stopEnvironment, row.id)).find((run) => !endsAutomatically(row, run))
  if (first === undefined) return
  const what = doing[first.kind] ?? first.kind
  throw new AppError(environmentProblems.environment_busy, `${capital(what)} of this environment is running.`)
}

/**
 * Runs that no longer decide anything: a live deployment that retires the previous version, and a cleanup. Requests
 * queue behind these. A deployment has the ID of its run.
 */
function endsAutomatically(row: EnvironmentRow, { id, kind }: UnderWay): boolean {
  return (
    kind === 'tidy-environment' ||
    kind === 'purge-service' ||
    kind === 'settle-restore' ||
    kind === 'settle-move' ||
    kind === 'fence-server' ||
    kind === 'settle-adoption' ||
    (kind === 'deploy' && id === row.live_deployment_id)
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
