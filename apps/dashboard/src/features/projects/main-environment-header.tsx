/** The URL and the Deploy button of the project's first environment, so that neither needs another page. */
import type { Environment, EnvironmentSummary } from '@longshore/sdk'
import { createDeployment, getEnvironment } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { DeployButton } from '../environments/deploy-button.tsx'
import { EnvironmentUrl } from '../environments/environment-url.tsx'
import { useDeploy } from '../environments/use-deploy.ts'

export function MainUrl({ environment: { id } }: { environment: EnvironmentSummary }) {
  const { data } = useRead(getEnvironment, { id })
  return data === undefined || data.domains.length === 0 ? null : <EnvironmentUrl environment={data} />
}

export function DeployMain({ environment: { id } }: { environment: EnvironmentSummary }) {
  const { data } = useRead(getEnvironment, { id })
  if (data === undefined) return null
  return (
    <Allowed to={createDeployment}>
      <Deploy environment={data} />
    </Allowed>
  )
}

function Deploy({ environment }: { environment: Environment }) {
  const deploy = useDeploy(environment.id)
  return (
    <>
      <DeployButton
        environment={environment}
        label={text.projects.deploy(environment.name)}
        isBusy={deploy.isBusy}
        isDisabled={environment.status === 'deleting'}
        onDeploy={() => void deploy.deploy()}
      />
      {deploy.error !== null && (
        <div className="basis-full">
          <ProblemCard error={deploy.error} />
        </div>
      )}
    </>
  )
}
