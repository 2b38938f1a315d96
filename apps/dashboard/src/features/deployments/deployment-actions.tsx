import type { Deployment } from '@longshore/sdk'
import {
  cancelDeployment, getDeployment, getEnvironment, listDeployments, redeployDeployment, rollBackDeployment,
} from '@longshore/sdk/operations' // biome-ignore format: a list
import { Link, useNavigate } from '@tanstack/react-router'
import { CircleStop, List, RotateCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { updateCache } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { isFinished } from '../environments/environment-status.ts'
import { RollBackDialog } from '../environments/roll-back-dialog.tsx'
import { useStillServing } from '../environments/use-still-serving.ts'

const size = 15
const refreshes = [getEnvironment, listDeployments]

export function DeploymentActions({ deployment }: { deployment: Deployment }) {
  const { id: did, environmentId: id, status } = deployment
  const path = { id, did }
  const words = text.deployments
  const redeploy = useRedeploy(path)
  const cancel = useAction(cancelDeployment, {
    refreshes,
    onDone: (answer) => updateCache(getDeployment, path, answer),
  })
  const [isAsking, setAsking] = useState(false)
  const mayCancel = !isFinished(deployment) && status !== 'cancelling' && status !== 'switching'
  const mayRollBack = deployment.canRollBackTo && status !== 'live'
  const error = redeploy.error ?? cancel.error
  return (
    <>
      {/* On narrow screens, the tab above opens the same page. */}
      <Link to={paths.deployments(id)} className={classNames(buttonClass('quiet'), 'max-sm:hidden')}>
        <List aria-hidden size={size} />
        {words.all}
      </Link>
      <Allowed to={redeployDeployment}>
        {mayCancel && (
          <Button
            kind="danger"
            icon={<CircleStop aria-hidden size={size} />}
            isBusy={cancel.isBusy}
            onClick={() => cancel.run(path)}
          >
            {words.cancel}
          </Button>
        )}
        {mayRollBack && (
          <Button icon={<Undo2 aria-hidden size={size} />} onClick={() => setAsking(true)}>
            {words.rollBack}
          </Button>
        )}
        {status === 'failed' && <NothingToRollBack deployment={deployment} />}
        {isFinished(deployment) && (
          <Button
            icon={<RotateCw aria-hidden size={size} />}
            isBusy={redeploy.isBusy}
            onClick={() => redeploy.run(path)}
          >
            {words.redeploy}
          </Button>
        )}
      </Allowed>
      <ActionMenu actions={callsOf(deployment)} />
      {error !== null && (
        <div className="basis-full">
          <ProblemCard error={error} />
        </div>
      )}
      <RollBackDialog deployment={deployment} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

/** People look for a rollback after a failure. The live version never changed, so there is nothing to undo. */
function NothingToRollBack({ deployment }: { deployment: Deployment }) {
  const number = useStillServing(deployment)
  return number === null ? null : <p className="text-sm text-ink-soft">{text.deployments.nothingToRollBack(number)}</p>
}

/** Calls for a terminal. The buttons beside the menu do the same. */
function callsOf({ id: did, environmentId: id, number }: Deployment) {
  const words = text.deployments
  const parameters = { id, did }
  return [
    { label: words.redeploy, call: { operation: redeployDeployment, parameters } },
    {
      label: words.rollBack,
      call: { operation: rollBackDeployment, parameters, cli: `longshore rollback ${number} --env ${id}` },
    },
    {
      label: words.cancel,
      call: { operation: cancelDeployment, parameters, cli: `longshore cancel ${number} --env ${id}` },
    },
  ]
}

/** Deploys again and opens the new deployment. */
export function useRedeploy({ id }: { id: string }) {
  const navigate = useNavigate()
  return useAction(redeployDeployment, {
    refreshes,
    onDone: (started) => navigate({ to: paths.deployment(id, started.id) }),
  })
}
