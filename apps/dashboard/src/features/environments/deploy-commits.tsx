/** A list of commits to choose from. */
import type { DeployableCommit } from '@longshore/sdk'
import { useId } from 'react'
import { text } from '../../text/text.ts'
import { classNames } from '../../ui/class-names.ts'
import { shortCommit } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { subjectOf } from './deploy-choice.ts'

export interface DeployCommitsProps {
  /** Newest first. */
  commits: readonly DeployableCommit[]
  live: string | null
  /** Commits whose latest deployment failed. */
  failed: ReadonlySet<string>
  /** Undefined: the newest. */
  chosen: string | undefined
  onChange(commit: string | undefined): void
}

export function DeployCommits({ commits, live, failed, chosen, onChange }: DeployCommitsProps) {
  const name = useId()
  const liveAt = commits.findIndex(({ sha }) => sha === live)
  const words = text.deploy
  return (
    <fieldset className="max-h-72 overflow-y-auto rounded-lg border border-line">
      <legend className="sr-only">{words.commits}</legend>
      {commits.map((commit, index) => {
        const isChosen = chosen === undefined ? index === 0 : commit.sha === chosen
        return (
          <label
            key={commit.sha}
            className={classNames(
              'flex cursor-pointer items-start gap-3 border-b border-line px-3 py-2 text-sm last:border-b-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
              isChosen ? 'bg-accent-soft' : 'hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={isChosen}
              onChange={() => onChange(index === 0 ? undefined : commit.sha)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{subjectOf(commit.message)}</span>
              <span className="block text-xs text-ink-soft">
                <code>{shortCommit(commit.sha)}</code>
                {` · ${commit.author} · `}
                <RelativeTime at={commit.committedAt} />
              </span>
            </span>
            <CommitState isLive={commit.sha === live} isFailed={failed.has(commit.sha)} isNew={liveAt > index} />
          </label>
        )
      })}
    </fieldset>
  )
}

function CommitState({ isLive, isFailed, isNew }: { isLive: boolean; isFailed: boolean; isNew: boolean }) {
  if (isLive) return <Status tone="good">{text.deploy.live}</Status>
  if (isFailed) return <Status tone="bad">{text.deployments.status.failed}</Status>
  return isNew ? <Status tone="info">{text.deploy.isNew}</Status> : null
}
