/** Actions of an environment, for roles that can deploy. */
import type { Deployment, Environment } from '@longshore/sdk'
import {
  createDeployment, getEnvironment, listDeployments, restartEnvironment, rollBackDeployment, startEnvironment, stopEnvironment,
} from '@longshore/sdk/operations' // biome-ignore format: a list
import { Play, RefreshCw, RotateCw, Square, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { type ActionItem, ActionMenu } from '../../ui/action-menu.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeployButton } from './deploy-button.tsx'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { StopDialog } from './stop-or-start.tsx'
import { awaitsSwitch, useAdoption } from './use-adoption.ts'
import { useDeploy } from './use-deploy.ts'
import { type RollBackChoice, useRollBackChoice } from './use-roll-back-choice.ts'

const size = 15
const refreshes = [getEnvironment, listDeployments]

export function EnvironmentActions({ environment }: { environment: Environment }) {
  const { id, status } = environment
  const words = text.environments
  const deploy = useDeploy(id)
  const restart = useAction(restartEnvironment, { refreshes, onDone: () => toast(words.restarted) })
  const start = useAction(startEnvironment, { refreshes, onDone: () => toast(words.started) })
  const [isStopping, setStopping] = useState(false)
  const [target, setTarget] = useState<Deployment | null>(null)
  const rollBack = useRollBackChoice(environment)
  const isStopped = status === 'stopped'
  const isGoing = status === 'deleting'
  const isRefused = awaitsSwitch(useAdoption(id))
  const hasRelease = environment.liveDeploymentId !== null
  const error = deploy.error ?? restart.error ?? start.error
  const actions: ActionItem[] = [
    {
      label: words.deploy,
      call: { operation: createDeployment, parameters: { id, body: {} }, cli: `longshore deploy --env ${id} --follow` },
    },
    {
      label: words.deployFresh,
      icon: <RefreshCw aria-hidden size={size} />,
      isDisabled: isGoing || isRefused,
      onSelect: () => void deploy.deploy({ clearCache: true }),
      call: { operation: createDeployment, parameters: { id, body: { clearCache: true } } },
    },
    ...rollBackItems(rollBack, setTarget),
    {
      label: words.restart,
      icon: <RotateCw aria-hidden size={size} />,
      isDisabled: isGoing || isStopped || !hasRelease,
      onSelect: () => void restart.run({ id }),
      call: { operation: restartEnvironment, parameters: { id } },
    },
    isStopped
      ? {
          label: words.start,
          icon: <Play aria-hidden size={size} />,
          onSelect: () => void start.run({ id }),
          call: { operation: startEnvironment, parameters: { id } },
        }
      : {
          label: words.stop,
          icon: <Square aria-hidden size={size} />,
          isDisabled: isGoing || !hasRelease,
          onSelect: () => setStopping(true),
          call: { operation: stopEnvironment, parameters: { id } },
        },
  ]
  return (
    <>
      <DeployButton
        environment={environment}
        isBusy={deploy.isBusy}
        isDisabled={isGoing || isRefused}
        onDeploy={() => void deploy.deploy()}
      />
      <ActionMenu actions={actions} />
      {error !== null && (
        <div className="basis-full">
          <ProblemCard error={error} />
        </div>
      )}
      {target !== null && <RollBackDialog deployment={target} isOpen onClose={() => setTarget(null)} />}
      <StopDialog environment={environment} isOpen={isStopping} onClose={() => setStopping(false)} />
    </>
  )
}

/** After a failure there is nothing to undo, but people look for a rollback, so the menu says why it has none. */
function rollBackItems({ target, unchanged }: RollBackChoice, onChoose: (target: Deployment) => void): ActionItem[] {
  const words = text.deployments
  const icon = <Undo2 aria-hidden size={size} />
  const items: ActionItem[] = []
  if (unchanged !== null) {
    items.push({ label: words.nothingToRollBack(unchanged), icon, isDisabled: true, onSelect: () => undefined })
  }
  if (target !== undefined) {
    const { id: did, environmentId: id, number } = target
    items.push({
      label: words.rollBackTo(number),
      icon,
      onSelect: () => onChoose(target),
      call: {
        operation: rollBackDeployment,
        parameters: { id, did },
        cli: `longshore rollback ${number} --env ${id}`,
      },
    })
  }
  return items
}
