/** Starts a deployment and opens its page. */
import type { DeploymentRequest } from '@longshore/sdk'
import { createDeployment, getEnvironment, listDeployments } from '@longshore/sdk/operations'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'

export function useDeploy(environmentId: string) {
  const navigate = useNavigate()
  const action = useAction(createDeployment, {
    refreshes: [getEnvironment, listDeployments],
    onDone: ({ id }) => navigate({ to: paths.deployment(environmentId, id) }),
  })
  return { ...action, deploy: (body: DeploymentRequest = {}) => action.run({ id: environmentId, body }) }
}
