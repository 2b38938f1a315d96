/** Promotes the live version of one environment to another. First shows its commits and missing variables. */
import type { Environment, EnvironmentSummary } from '@longshore/sdk'
import { getEnvironment, listDeployments, promoteEnvironment } from '@longshore/sdk/operations'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { shortCommit } from '../../ui/format.ts'
import { inputClass } from '../../ui/input-class.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Comparison, useComparison } from './use-comparison.ts'

const words = text.projects.promote

export interface PromoteDialogProps {
  to: Environment
  firstFrom: string
  all: readonly EnvironmentSummary[]
  onClose(): void
}

export function PromoteDialog({ to, firstFrom, all, onClose }: PromoteDialogProps) {
  const navigate = useNavigate()
  const id = useId()
  const [fromId, setFromId] = useState(firstFrom)
  const { comparison, error } = useComparison(to, fromId)
  const promote = useAction(promoteEnvironment, {
    refreshes: [listDeployments, getEnvironment],
    onDone: (deployment) => navigate({ to: paths.deployment(to.id, deployment.id) }),
  })
  const call = { id: to.id, body: { fromEnvironmentId: fromId } }
  const others = all.filter((each) => each.id !== to.id)
  const fromName = others.find((each) => each.id === fromId)?.name ?? ''
  return (
    <Dialog title={words.title(fromName, to.name)} note={words.note(fromName, to.name)} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4 text-sm">
        {others.length > 1 && (
          <div>
            <label htmlFor={id} className="mb-1 block font-medium">
              {words.from}
            </label>
            <select id={id} value={fromId} onChange={(event) => setFromId(event.target.value)} className={inputClass}>
              {others.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
            </select>
          </div>
        )}
        <ProblemCard error={error} />
        {comparison === undefined && error === null && <SkeletonRows rows={3} />}
        {comparison !== undefined && <PromotionPlan comparison={comparison} to={to} />}
        <ProblemCard error={promote.error} />
        <div className="flex items-center justify-end gap-2">
          <ActionMenu
            actions={[
              {
                label: words.go,
                call: { operation: promoteEnvironment, parameters: call },
              },
            ]}
          />
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button
            kind="primary"
            isBusy={promote.isBusy}
            disabled={comparison?.isLive !== true}
            onClick={() => void promote.run(call)}
          >
            {words.go}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function PromotionPlan({ comparison, to }: { comparison: Comparison; to: Environment }) {
  const { from, isLive, isSameCommit, commits, isComplete, missing } = comparison
  if (!isLive) return <Notice tone="warn">{text.projects.compare.nothingLive(from.name)}</Notice>
  const releases = from.services.flatMap(({ name, releaseCommand }) => {
    if (releaseCommand === null || releaseCommand === undefined) return []
    return [{ name, command: Array.isArray(releaseCommand) ? releaseCommand.join(' ') : releaseCommand }]
  })
  return (
    <>
      <section>
        <h3 className="mb-1.5 font-medium">{words.commits}</h3>
        {isSameCommit && <p className="text-ink-soft">{words.noCommits}</p>}
        <ol className="flex max-h-56 flex-col gap-1 overflow-y-auto">
          {(isSameCommit ? [] : commits).map(({ sha, message, author }) => (
            <li key={sha} className="flex gap-2.5">
              <code className="shrink-0">{shortCommit(sha)}</code>
              <span className="min-w-0 truncate">{message.split('\n')[0]}</span>
              <span className="ml-auto shrink-0 text-xs text-ink-soft">{author}</span>
            </li>
          ))}
        </ol>
        {!isSameCommit && !isComplete && <p className="mt-1.5 text-xs text-ink-soft">{words.commitsUnknown}</p>}
      </section>
      {missing.length > 0 ? (
        <Notice tone="warn" title={words.missing(to.name)}>
          <p className="font-mono text-xs break-words">{missing.join(', ')}</p>
          <p className="mt-1">{words.missingNote}</p>
          <Link to={paths.variables(to.id)} className="font-medium underline">
            {words.openVariables}
          </Link>
        </Notice>
      ) : (
        <Notice tone="good">{words.noneMissing}</Notice>
      )}
      {releases.length > 0 && (
        <section>
          <h3 className="mb-1.5 font-medium">{words.releaseCommands}</h3>
          <ul>
            {releases.map(({ name, command }) => (
              <li key={name}>
                {name} <code className="break-all">{command}</code>
              </li>
            ))}
          </ul>
          <p className="mt-1 text-xs text-ink-soft">{words.releaseNote}</p>
        </section>
      )}
    </>
  )
}
