/** The URL and the Deploy button of the project's first environment, so that neither needs another page. */
import type { EnvironmentSummary } from '@longshore/sdk'
import { createDeployment, getEnvironment } from '@longshore/sdk/operations'
import { Rocket } from 'lucide-react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { EnvironmentUrl } from '../environments/environment-url.tsx'
import { useDeploy } from '../environments/use-deploy.ts'

export function MainUrl({ environment: { id } }: { environment: EnvironmentSummary }) {
  const { data } = useRead(getEnvironment, { id })
  return data === undefined || data.domains.length === 0 ? null : <EnvironmentUrl environment={data} />
}

export function DeployMain({ environment: { id, name, status } }: { environment: EnvironmentSummary }) {
  const deploy = useDeploy(id)
  return (
    <Allowed to={createDeployment}>
      <Button
        kind="primary"
        icon={<Rocket aria-hidden size={15} />}
        isBusy={deploy.isBusy}
        disabled={status === 'deleting'}
        onClick={() => deploy.deploy()}
      >
        {text.projects.deploy(name)}
      </Button>
      {deploy.error !== null && (
        <div className="basis-full">
          <ProblemCard error={deploy.error} />
        </div>
      )}
    </Allowed>
  )
}
