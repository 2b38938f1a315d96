/** Chooses a branch, tag or commit to deploy, and when, and shows what changes. */
import type { DeployableCommit, Deployment, DeploymentRequest, Environment } from '@longshore/sdk'
import { getDeployment, listDeployableCommits, listDeployableRefs, listDeployments } from '@longshore/sdk/operations'
import { CalendarClock, Rocket, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useList, useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { shortCommit } from '../../ui/format.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { DeployChanges } from './deploy-changes.tsx'
import { DeploySource, type SourceChoice } from './deploy-source.tsx'
import { type DeployTime, firstDeployTime, problemOf } from './deploy-time.ts'
import { DeployWhen } from './deploy-when.tsx'
import { failedCommits } from './latest-deployments.ts'
import { recentCount } from './running-bar.tsx'
import { useDeploy } from './use-deploy.ts'
import { useRollBackChoice } from './use-roll-back-choice.ts'
import { useScheduleDeployment } from './use-schedule-deployment.ts'

export interface DeployDialogProps {
  environment: Environment
  onClose(): void
  onRollBack(target: Deployment): void
}

export function DeployDialog({ environment, onClose, onRollBack }: DeployDialogProps) {
  const { id } = environment
  const [choice, setChoice] = useState<SourceChoice>({ kind: 'branch', name: null, commit: undefined })
  const [isFresh, setFresh] = useState(false)
  const refs = useRead(listDeployableRefs, { id })
  const branch = choice.kind === 'branch' ? (choice.name ?? environment.branch) : null
  const commits = useRead(
    listDeployableCommits,
    { id, limit: 20, ...(choice.name === null || branch === null ? {} : { branch }) },
    { enabled: choice.kind === 'branch' },
  )
  const live = useLiveCommit(environment)
  const failed = useFailedCommits(environment)
  const [time, setTime] = useState(() => firstDeployTime(Date.now()))
  const action = useDeployAt(id, time, onClose)
  const words = text.deploy
  const items = choice.kind === 'branch' ? (commits.data?.items ?? []) : []
  const newest = choice.kind === 'branch' && choice.commit === undefined ? items[0] : undefined
  const submit = () => {
    const pinned = choice.commit ?? (time.isLater && !time.isNewest ? newest?.sha : undefined)
    action.start({
      ...(choice.kind === 'branch' && choice.name !== null ? { branch: choice.name } : {}),
      ...(pinned === undefined ? {} : { commit: pinned }),
      ...(isFresh ? { clearCache: true } : {}),
    })
  }
  return (
    <Dialog title={words.title(environment.name)} isOpen onClose={onClose} isWide>
      <div className="flex flex-col gap-5">
        <DeploySource
          refs={refs.data}
          commits={items}
          isLoading={commits.isLoading || refs.isLoading}
          error={refs.error ?? commits.error}
          environment={environment}
          live={live}
          failed={failed}
          choice={choice}
          onChange={setChoice}
        />
        <DeployChanges environment={environment} commits={items} live={live} chosen={choice.commit} />
        <Checkbox label={words.fresh} value={isFresh} onChange={setFresh} />
        <DeployWhen time={time} branch={newest === undefined ? null : branch} onChange={setTime} />
        <RollBackLine environment={environment} onRollBack={onRollBack} />
        {action.error !== null && <ProblemCard error={action.error} />}
      </div>
      <div className="sticky bottom-0 -mx-5 mt-4 -mb-4 flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-5 py-3.5">
        <Button onClick={onClose}>{text.common.cancel}</Button>
        <Button
          kind="primary"
          icon={time.isLater ? <CalendarClock aria-hidden size={15} /> : <Rocket aria-hidden size={15} />}
          isBusy={action.isBusy}
          disabled={(choice.kind === 'tag' && choice.commit === undefined) || problemOf(time, Date.now()) !== null}
          onClick={submit}
        >
          {time.isLater ? words.when.submit : submitLabel(choice, branch ?? refs.data?.defaultBranch ?? null, items)}
        </Button>
      </div>
    </Dialog>
  )
}

/** Starts the deployment now, or schedules it. */
function useDeployAt(id: string, { isLater, local }: DeployTime, onScheduled: () => void) {
  const deploy = useDeploy(id)
  const schedule = useScheduleDeployment(id, onScheduled)
  const { isBusy, error } = isLater ? schedule : deploy
  const start = (body: DeploymentRequest) =>
    void (isLater ? schedule.schedule({ ...body, startAt: new Date(local).toISOString() }) : deploy.deploy(body))
  return { isBusy, error, start }
}

/** Commits whose latest deployment failed. */
function useFailedCommits({ id }: Environment): ReadonlySet<string> {
  const { items } = useList(listDeployments, { id, limit: recentCount })
  return failedCommits(items)
}

/** Returns to an earlier version without a build, or says that nothing changed. */
function RollBackLine({ environment, onRollBack }: Pick<DeployDialogProps, 'environment' | 'onRollBack'>) {
  const { target, unchanged } = useRollBackChoice(environment)
  const words = text.deployments
  if (target === undefined && unchanged === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-soft">
      {unchanged !== null && <p>{words.nothingToRollBack(unchanged)}</p>}
      {target !== undefined && (
        <Button icon={<Undo2 aria-hidden size={15} />} onClick={() => onRollBack(target)}>
          {words.rollBackTo(target.number)}
        </Button>
      )}
    </div>
  )
}

function useLiveCommit({ id, liveDeploymentId: did }: Environment): string | null {
  const { data } = useRead(getDeployment, { id, did: did ?? '' }, { enabled: did !== null })
  return data?.commit?.sha ?? null
}

function submitLabel(choice: SourceChoice, branch: string | null, commits: readonly DeployableCommit[]): string {
  const words = text.deploy
  const name = choice.kind === 'tag' ? choice.name : branch
  const sha = choice.commit ?? commits[0]?.sha
  if (name === null) return words.submitPlain
  return words.submit(sha === undefined ? name : words.at(name, shortCommit(sha)))
}
