/** Actions of an environment, each also as a curl command to copy. */
import type { Environment } from '@longshore/sdk'
import {
  createDeployment, getEnvironment, listDeployments, restartEnvironment, startEnvironment, stopEnvironment,
} from '@longshore/sdk/operations' // biome-ignore format: a list
import { Ellipsis, Play, RefreshCw, Rocket, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { copyAsCurl } from '../../ui/copy-as-curl.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { toast } from '../../ui/toasts.tsx'
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
  const items: (MenuItem | null)[] = [
    {
      label: words.deployFresh,
      icon: <RefreshCw aria-hidden size={size} />,
      isDisabled: isGoing,
      onSelect: () => void deploy.deploy({ clearCache: true }),
    },
    {
      label: words.restart,
      icon: <RotateCw aria-hidden size={size} />,
      isDisabled: isGoing || isStopped || !hasRelease,
      onSelect: () => void restart.run({ id }),
    },
    isStopped
      ? { label: words.start, icon: <Play aria-hidden size={size} />, onSelect: () => void start.run({ id }) }
      : {
          label: words.stop,
          icon: <Square aria-hidden size={size} />,
          isDisabled: isGoing || !hasRelease,
          onSelect: () => setStopping(true),
        },
    null,
    { ...copyAsCurl(createDeployment, { id, body: {} }), label: words.curlOf(words.deploy) },
    { ...copyAsCurl(restartEnvironment, { id }), label: words.curlOf(words.restart) },
    isStopped
      ? { ...copyAsCurl(startEnvironment, { id }), label: words.curlOf(words.start) }
      : { ...copyAsCurl(stopEnvironment, { id }), label: words.curlOf(words.stop) },
  ]
  return (
    <>
      <Button
        kind="primary"
        icon={<Rocket aria-hidden size={size} />}
        isBusy={deploy.isBusy}
        disabled={isGoing}
        onClick={() => deploy.deploy()}
      >
        {words.deploy}
      </Button>
      <Menu
        trigger={<IconButton label={text.common.moreActions} icon={<Ellipsis aria-hidden size={18} />} />}
        items={items}
      />
      {error !== null && (
        <div className="basis-full">
          <ProblemCard error={error} />
        </div>
      )}
      <StopDialog environment={environment} isOpen={isStopping} onClose={() => setStopping(false)} />
    </>
  )
}
