/** Shows what a deployment waits for and links to related deployments. */
import type { Deployment } from '@longshore/sdk'
import { getDeployment } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { isFinished } from '../environments/environment-status.ts'

export function DeploymentNotes({ deployment }: { deployment: Deployment }) {
  const { waitingFor, supersededBy, rollbackOf, promotedFrom, environmentId, status } = deployment
  const words = text.deployments
  const linkTo = (id: string, label: string) => (
    <Link to={paths.deployment(environmentId, id)} className={buttonClass()}>
      {label}
    </Link>
  )
  return (
    <>
      {waitingFor !== null && (
        <Note tone="info" title={words.waiting}>
          <p>{waitingFor.detail}</p>
          <p className="text-ink-soft">
            {words.waitingSince} <RelativeTime at={waitingFor.since} />
          </p>
        </Note>
      )}
      {status === 'cancelling' && <Note tone="info" title={words.cancelling} />}
      {supersededBy !== null && (
        <Note tone="info" title={words.supersededTitle} actions={linkTo(supersededBy, words.toNewer)} />
      )}
      {rollbackOf !== null && (
        <RolledBackTo
          label={isFinished(deployment) ? words.rolledBackTo : words.rollingBackTo}
          id={environmentId}
          did={rollbackOf}
        />
      )}
      {promotedFrom !== null && <p className="text-sm text-ink-soft">{words.promotedFrom}</p>}
    </>
  )
}

function RolledBackTo({ label, ...path }: { label: string; id: string; did: string }) {
  const { data } = useRead(getDeployment, path)
  const words = text.deployments
  return (
    <p className="text-sm text-ink-soft">
      {label}{' '}
      <Link to={paths.deployment(path.id, path.did)} className="text-accent underline">
        {data === undefined ? words.earlierDeployment : words.number(data.number)}
      </Link>
      {'.'}
    </p>
  )
}
