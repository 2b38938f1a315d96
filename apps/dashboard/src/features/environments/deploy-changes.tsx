/** Shows what a deployment changes: commits compared with the live version, and saved settings. */
import type { DeployableCommit, Environment } from '@longshore/sdk'
import { compareWithLive } from '@longshore/sdk/operations'
import { Database, GitCommitHorizontal, Settings2 } from 'lucide-react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { type CommitSpan, spanOf } from './deploy-choice.ts'
import { PendingChanges } from './pending-changes.tsx'
import { useChangesLeft } from './use-changes-left.ts'

export function DeployChanges(props: {
  environment: Environment
  commits: readonly DeployableCommit[]
  live: string | null
  chosen: string | undefined
}) {
  const { environment, commits, live, chosen } = props
  const changes = useChangesLeft(environment).filter(({ kind }) => kind !== 'first_deployment')
  const isFirst = environment.liveDeploymentId === null
  const words = text.deploy
  const hasCommit = chosen !== undefined || commits.length > 0
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{words.changes}</h3>
      <div className="overflow-hidden rounded-lg border border-line text-sm">
        {(isFirst || hasCommit) && (
          <p className="flex items-center gap-2 border-b border-line px-4 py-2.5">
            <GitCommitHorizontal aria-hidden size={16} className="shrink-0 text-ink-soft" />
            {spanText(isFirst ? { kind: 'first' } : spanOf(commits, { chosen, live: live ?? '' }))}
          </p>
        )}
        <Migrations id={environment.id} live={live} commit={chosen ?? commits[0]?.sha} />
        {changes.length === 0 ? (
          <p className="flex items-center gap-2 px-4 py-2.5 text-ink-soft">
            <Settings2 aria-hidden size={16} className="shrink-0" />
            {words.noChanges}
          </p>
        ) : (
          <PendingChanges changes={changes} />
        )}
      </div>
    </section>
  )
}

const shownMigrations = 3

/** Shown only once it's known: a repository that can't be compared doesn't hold up the deployment. */
function Migrations({ id, live, commit }: { id: string; live: string | null; commit: string | undefined }) {
  const isEnabled = commit !== undefined && live !== null && live !== commit
  const { data } = useRead(compareWithLive, { id, commit: commit ?? '' }, { enabled: isEnabled })
  const words = text.deploy
  if (!isEnabled || data === undefined || data.migrations.length === 0) return null
  const { migrations } = data
  const more = migrations.length - shownMigrations
  return (
    <div className="flex items-start gap-2 border-b border-line px-4 py-2.5">
      <Database aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p>{words.migrations(migrations.length)}</p>
        <ul className="mt-1 text-xs text-ink-soft">
          {migrations.slice(0, shownMigrations).map((path) => (
            <li key={path} className="break-all">
              <code>{path}</code>
            </li>
          ))}
          {more > 0 && <li>{words.moreMigrations(more)}</li>}
        </ul>
      </div>
    </div>
  )
}

function spanText(span: CommitSpan): string {
  const words = text.deploy
  switch (span.kind) {
    case 'first':
      return words.first
    case 'same':
      return words.same
    case 'newer':
      return words.newCommits(span.count)
    case 'older':
      return words.older(span.count)
    case 'unknown':
      return words.unknownSpan
  }
}
