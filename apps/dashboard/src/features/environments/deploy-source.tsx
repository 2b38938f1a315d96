/** The choice of a branch with a commit, or of a tag. */
import type { DeployableCommit, DeployableRefs, Environment } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DeployCommits } from './deploy-commits.tsx'

export interface SourceChoice {
  kind: 'branch' | 'tag'
  /** Null: the environment's branch. */
  name: string | null
  /** Undefined: the newest. */
  commit: string | undefined
}

export interface DeploySourceProps {
  refs: DeployableRefs | undefined
  commits: readonly DeployableCommit[]
  isLoading: boolean
  error: unknown
  environment: Environment
  live: string | null
  failed: ReadonlySet<string>
  choice: SourceChoice
  onChange(choice: SourceChoice): void
}

const newest: SourceChoice = { kind: 'branch', name: null, commit: undefined }

export function DeploySource(props: DeploySourceProps) {
  const { refs, commits, isLoading, error, live, failed, choice, onChange } = props
  const words = text.deploy
  if (error !== null && error !== undefined)
    return (
      <div className="flex flex-col gap-3">
        <p className="text-sm text-ink-soft">{words.unread}</p>
        <ProblemCard error={error} />
      </div>
    )
  if (refs !== undefined && refs.branches.length === 0 && refs.tags.length === 0)
    return <p className="text-sm text-ink-soft">{words.noRepository}</p>
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label={words.source}
          choices={[
            { value: 'branch', label: words.sources.branch },
            { value: 'tag', label: words.sources.tag },
          ]}
          value={choice.kind}
          onChange={(kind) => onChange(kind === 'tag' ? firstTag(refs) : newest)}
        />
        {refs !== undefined && <RefSelect {...props} refs={refs} />}
      </div>
      {choice.kind === 'tag' && refs?.tags.length === 0 && <Notice tone="info">{words.noTags}</Notice>}
      {choice.kind === 'branch' && isLoading && commits.length === 0 && <SkeletonRows />}
      {choice.kind === 'branch' && commits.length > 0 && (
        <DeployCommits
          commits={commits}
          live={live}
          failed={failed}
          chosen={choice.commit}
          onChange={(commit) => onChange({ ...choice, commit })}
        />
      )}
    </div>
  )
}

function firstTag(refs: DeployableRefs | undefined): SourceChoice {
  const [tag] = refs?.tags ?? []
  return { kind: 'tag', name: tag?.name ?? null, commit: tag?.commit }
}

function RefSelect({ refs, environment, choice, onChange }: DeploySourceProps & { refs: DeployableRefs }) {
  const words = text.deploy
  if (choice.kind === 'tag') {
    if (refs.tags.length === 0) return null
    return (
      <Select
        label={words.tag}
        value={choice.name ?? ''}
        onChange={(name) => onChange({ kind: 'tag', name, commit: refs.tags.find((tag) => tag.name === name)?.commit })}
        choices={refs.tags.map(({ name }) => [name, name] as const)}
      />
    )
  }
  return (
    <Select
      label={words.branch}
      value={choice.name ?? environment.branch ?? refs.defaultBranch ?? ''}
      onChange={(name) => onChange({ kind: 'branch', name, commit: undefined })}
      choices={refs.branches.map(({ name }) => [name, name] as const)}
    />
  )
}
