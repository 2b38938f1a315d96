/** Hardening: first the plan, file by file, then the run after confirmation. */
import type { HardeningRun, SecurityCheck } from '@longshore/sdk'
import { hardenServer, listHardeningRuns } from '@longshore/sdk/operations'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { defaultOptions, HardenOptions, type HardenOptionValues, optionsOf } from './harden-options.tsx'
import { ChangeList, SkippedList } from './hardening-changes.tsx'
import { HardeningRunView } from './hardening-run-view.tsx'
import { RunView } from './run-view.tsx'
import { isRunOver, useHardeningRun } from './use-hardening-run.ts'

const words = text.security

export interface HardenDialogProps {
  serverId: string
  checks: readonly SecurityCheck[]
  onClose(): void
}

export function HardenDialog({ serverId, checks, onClose }: HardenDialogProps) {
  const harden = useAction(hardenServer, { refreshes: [listHardeningRuns] })
  const [plan, setPlan] = useState<HardeningRun | undefined>()
  const [run, setRun] = useState<HardeningRun | undefined>()
  const [options, setOptions] = useState<HardenOptionValues>(defaultOptions)
  const start = async (dryRun: boolean) => await harden.run({ id: serverId, body: { dryRun, ...optionsOf(options) } })
  const preview = async () => {
    setPlan(undefined)
    setPlan(await start(true))
  }
  const begin = useEffectEvent(() => void preview())
  useEffect(() => begin(), [])
  if (run !== undefined)
    return (
      <Dialog title={words.run.title} isOpen onClose={onClose} isWide>
        <HardeningRunView serverId={serverId} runId={run.id} />
      </Dialog>
    )
  return (
    <Dialog title={words.plan.title} note={words.plan.note} isOpen onClose={onClose} isWide>
      <div className="flex flex-col gap-4">
        <ProblemCard error={harden.error} onRetry={plan === undefined ? () => void preview() : undefined} />
        {plan === undefined && harden.error === null && <Notice tone="busy">{words.previewing}</Notice>}
        {plan !== undefined && (
          <PlanView
            key={plan.id}
            serverId={serverId}
            planId={plan.id}
            isBusy={harden.isBusy}
            onApply={async () => setRun(await start(false))}
          />
        )}
        <HardenOptions
          checks={checks}
          values={options}
          isBusy={harden.isBusy}
          onChange={setOptions}
          onPreview={() => void preview()}
        />
      </div>
    </Dialog>
  )
}

interface PlanViewProps {
  serverId: string
  planId: string
  isBusy: boolean
  onApply(): void
}

function PlanView({ serverId, planId, isBusy, onApply }: PlanViewProps) {
  const { run, log } = useHardeningRun(serverId, planId)
  return (
    <QueryView query={run}>
      {(plan) =>
        isRunOver(plan) && plan.error === null ? (
          <div className="flex flex-col gap-4">
            {plan.changes.length === 0 ? (
              <Notice tone="good" title={words.plan.nothing} />
            ) : (
              <>
                <p className="text-sm font-medium">{words.plan.changes(plan.changes.length)}</p>
                <ChangeList changes={plan.changes} />
              </>
            )}
            <SkippedList skipped={plan.skipped} />
            {plan.changes.length > 0 && (
              <div className="sticky bottom-0 -mx-5 flex flex-wrap items-center justify-between gap-3 border-y border-line bg-raised px-5 py-3.5">
                <p className="min-w-0 flex-1 basis-64 text-sm text-ink-soft">{words.plan.safety}</p>
                <Button kind="primary" isBusy={isBusy} onClick={onApply}>
                  {words.plan.apply}
                </Button>
              </div>
            )}
          </div>
        ) : (
          <RunView log={log} isOver={isRunOver(plan)} error={plan.error} names={words.steps} />
        )
      }
    </QueryView>
  )
}
