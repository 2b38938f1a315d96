/** Deploys the newest commit with one click, or opens a dialog to choose what to deploy. */
import type { Deployment, Environment } from '@longshore/sdk'
import { listDeployableCommits } from '@longshore/sdk/operations'
import { ChevronDown, Rocket } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { shortCommit } from '../../ui/format.ts'
import { usePageActions } from '../../ui/page-actions.ts'
import { subjectOf } from './deploy-choice.ts'

const DeployDialog = lazy(async () => ({ default: (await import('./deploy-dialog.tsx')).DeployDialog }))
const RollBackDialog = lazy(async () => ({ default: (await import('./roll-back-dialog.tsx')).RollBackDialog }))

export interface DeployButtonProps {
  environment: Environment
  /** Names the environment where the page has several. */
  label?: string
  isBusy: boolean
  isDisabled: boolean
  onDeploy(): void
}

export function DeployButton({
  environment,
  label = text.environments.deploy,
  isBusy,
  isDisabled,
  onDeploy,
}: DeployButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [target, setTarget] = useState<Deployment | null>(null)
  const [isNear, setNear] = useState(false)
  const description = useDescription(environment, isNear)
  const id = useId()
  const words = text.deploy
  usePageActions(
    isDisabled
      ? []
      : [
          { label, onSelect: onDeploy },
          { label: words.options, onSelect: () => setOpen(true) },
        ],
  )
  const near = { onPointerEnter: () => setNear(true), onFocus: () => setNear(true) }
  return (
    <span className="inline-flex">
      <Button
        {...near}
        kind="primary"
        icon={<Rocket aria-hidden size={15} />}
        isBusy={isBusy}
        disabled={isDisabled}
        title={description}
        aria-describedby={id}
        onClick={onDeploy}
        className="rounded-r-none!"
      >
        {label}
      </Button>
      <span id={id} className="sr-only">
        {description}
      </span>
      <Button
        {...near}
        kind="primary"
        aria-label={words.options}
        title={words.options}
        aria-haspopup="dialog"
        disabled={isDisabled}
        icon={<ChevronDown aria-hidden size={15} />}
        onClick={() => setOpen(true)}
        className="rounded-l-none! border-l border-accent-ink/30 px-2!"
      />
      <Suspense>
        {isOpen && (
          <DeployDialog
            environment={environment}
            onClose={() => setOpen(false)}
            onRollBack={(chosen) => {
              setOpen(false)
              setTarget(chosen)
            }}
          />
        )}
        {target !== null && <RollBackDialog deployment={target} isOpen onClose={() => setTarget(null)} />}
      </Suspense>
    </span>
  )
}

/** Reads the newest commit only for someone who is about to click: each read asks the Git provider. */
function useDescription({ id, branch }: Environment, isNear: boolean): string {
  const { data } = useRead(listDeployableCommits, { id, limit: 20 }, { enabled: isNear })
  const words = text.deploy
  const [newest] = data?.items ?? []
  if (newest === undefined) return branch === null ? words.newest : words.newestOf(branch)
  const commit = shortCommit(newest.sha)
  return words.deploys(branch === null ? commit : words.at(branch, commit), subjectOf(newest.message))
}
