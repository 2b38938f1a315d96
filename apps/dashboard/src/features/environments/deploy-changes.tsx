/** Shows what a deployment changes: commits compared with the live version, and saved settings. */
import type { DeployableCommit, Environment } from '@longshore/sdk'
import { GitCommitHorizontal, Settings2 } from 'lucide-react'
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
