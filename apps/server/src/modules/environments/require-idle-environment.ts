/** Whether somebody is changing an environment now: for a person's call, which does not stand in line behind that. */
import type { Tx } from '../../platform/database/database.ts'
import { listUnfinishedRuns, requestCancel } from '../../platform/durable/runs.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { stopEnvironment } from './environment-workflows.ts'
import { environmentProblems } from './environments.problems.ts'
import type { EnvironmentRow } from './environments.repository.ts'

const doing: Readonly<Record<string, string>> = {
  deploy: 'a deployment', 'stop-environment': 'a stop', 'start-environment': 'a start', 'restart-environment': 'a restart',
  'remove-environment': 'its removal', 'tidy-environment': 'a cleanup',
  'restore-backup': 'a restore', 'undo-restore': 'the undo of a restore', 'settle-restore': 'a cleanup', 'settle-move': 'a cleanup', 'import-sql': 'an import',
  'rotate-credentials': 'a password rotation',
} // biome-ignore format: a table

interface UnderWay {
  id: string
  kind: string
}

/** One thing at a time: a person's call does not stand in line behind what decides something, it is told who is before it. */
export async function requireIdleEnvironment(tx: Tx, row: EnvironmentRow): Promise<void> {
  const first = (await listUnfinishedRuns(tx, stopEnvironment, row.id)).find((run) => !endsAutomatically(row, run))
  if (first === undefined) return
  const what = doing[first.kind] ?? first.kind
  throw new AppError(environmentProblems.environment_busy, `${capital(what)} of this environment is running.`)
}

/** Before everything of the environment is removed. A deployment that is live already ends on its own. */
export async function cancelDeployments(tx: Tx, environmentId: Id<'env'>): Promise<void> {
  const runs = await listUnfinishedRuns(tx, stopEnvironment, environmentId)
  for (const { id, kind } of runs) if (kind === 'deploy') await requestCancel(tx, id)
}

/**
 * What decides nothing any more: a deployment that is live and takes leave of the version before it, and a cleanup. A call
 * waits in line behind these. The id of a deployment is that of its run.
 */
function endsAutomatically(row: EnvironmentRow, { id, kind }: UnderWay): boolean {
  return (
    kind === 'tidy-environment' ||
    kind === 'settle-restore' ||
    kind === 'settle-move' ||
    (kind === 'deploy' && id === row.live_deployment_id)
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
