/** Shows saved changes that are neither live nor being deployed, on every page of the environment. */

import type { Environment } from '@longshore/sdk'
import { createDeployment } from '@longshore/sdk/operations'
import { ChevronDown, Rocket } from 'lucide-react'
import { useId, useState } from 'react'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { PendingChanges } from './pending-changes.tsx'
import { useChangesLeft } from './use-changes-left.ts'
import { useDeploy } from './use-deploy.ts'

export function PendingBar({ environment }: { environment: Environment }) {
  const { id, status } = environment
  const pendingChanges = useChangesLeft(environment)
  const deploy = useDeploy(id)
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  const words = text.environments
  if (pendingChanges.length === 0 || status === 'deleting') return null
  const isFirst = pendingChanges.every(({ kind }) => kind === 'first_deployment')
  return (
    <section aria-label={words.saved} className="overflow-hidden rounded-lg border border-warn/50 bg-warn-soft text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        <p className="min-w-0 flex-1 basis-40 font-medium text-warn">{isFirst ? words.firstDeployment : words.saved}</p>
        <div className="flex flex-wrap items-center gap-2">
          {!isFirst && (
            <Button
              kind="quiet"
              aria-expanded={isOpen}
              aria-controls={region}
              icon={<ChevronDown aria-hidden size={15} className={classNames(isOpen && 'rotate-180')} />}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? words.hideChanges : words.showChanges}
            </Button>
          )}
          <Allowed to={createDeployment} hasReason>
            <Button
              kind="primary"
              icon={<Rocket aria-hidden size={15} />}
              isBusy={deploy.isBusy}
              onClick={() => deploy.deploy()}
            >
              {isFirst ? words.deployNow : words.deployChanges(pendingChanges.length)}
            </Button>
          </Allowed>
        </div>
      </div>
      {deploy.error !== null && (
        <div className="px-4 pb-3">
          <ProblemCard error={deploy.error} />
        </div>
      )}
      <div id={region} hidden={!isOpen} className="border-t border-warn/40 bg-surface">
        <PendingChanges changes={pendingChanges} />
      </div>
    </section>
  )
}
