/** Actions of an environment, for roles that can deploy. */
import type { Environment } from '@longshore/sdk'
import {
  createDeployment, getEnvironment, listDeployments, restartEnvironment, startEnvironment, stopEnvironment,
} from '@longshore/sdk/operations' // biome-ignore format: a list
import { Play, RefreshCw, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { type ActionItem, ActionMenu } from '../../ui/action-menu.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeployButton } from './deploy-button.tsx'
import { StopDialog } from './stop-or-start.tsx'
import { useDeploy } from './use-deploy.ts'

const size = 15
const refreshes = [getEnvironment, listDeployments]

export function EnvironmentActions({ environment }: { environment: Environment }) {
  const { id, status } = environment
  const words = text.environments
  const deploy = useDeploy(id)
  const restart = useAction(restartEnvironment, { refreshes, onDone: () => toast(words.restarted) })
  const start = useAction(startEnvironment, { refreshes, onDone: () => toast(words.started) })
  const [isStopping, setStopping] = useState(false)
  const isStopped = status === 'stopped'
  const isGoing = status === 'deleting'
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
      isDisabled: isGoing,
      onSelect: () => void deploy.deploy({ clearCache: true }),
      call: { operation: createDeployment, parameters: { id, body: { clearCache: true } } },
    },
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
        isDisabled={isGoing}
        onDeploy={() => void deploy.deploy()}
      />
      <ActionMenu actions={actions} />
      {error !== null && (
        <div className="basis-full">
          <ProblemCard error={error} />
        </div>
      )}
      <StopDialog environment={environment} isOpen={isStopping} onClose={() => setStopping(false)} />
    </>
  )
}
