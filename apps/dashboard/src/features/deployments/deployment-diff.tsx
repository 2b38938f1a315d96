/** Changes compared with the previous live deployment: commit, services, and variable names, never values. */
import { type Deployment, type DeploymentDiff, isProblem } from '@longshore/sdk'
import { diffDeployments } from '@longshore/sdk/operations'
import type { ReactNode } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { shortCommit } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { BeforeAfter } from '../environments/pending-changes.tsx'

export function DeploymentDiffCard({ deployment }: { deployment: Deployment }) {
  const query = useRead(diffDeployments, { id: deployment.environmentId, did: deployment.id })
  const words = text.deployments.diff
  const isUnknown = isProblem(query.error, 'release_unknown')
  return (
    <Card title={words.title} note={words.against}>
      {isUnknown ? (
        <p className="text-sm text-ink-soft">{words.unknown}</p>
      ) : (
        <QueryView query={query}>{(diff) => <Diff diff={diff} />}</QueryView>
      )}
    </Card>
  )
}

function Diff({ diff }: { diff: DeploymentDiff }) {
  const words = text.deployments.diff
  const { commit, branch, services, variables } = diff
  if (diff.from === null) return <p className="text-sm text-ink-soft">{words.first}</p>
  const isSameBranch = branch.from === branch.to
  if (commit.isSame && isSameBranch && services.length === 0 && variables.length === 0)
    return <p className="text-sm text-ink-soft">{words.nothing}</p>
  return (
    <div className="flex flex-col gap-4 text-sm">
      {!commit.isSame && (
        <Part title={words.commit}>
          <BeforeAfter before={commitLine(commit.from)} after={commitLine(commit.to)} />
        </Part>
      )}
      {!isSameBranch && (
        <Part title={words.branch}>
          <BeforeAfter before={branch.from} after={branch.to} />
        </Part>
      )}
      {services.length > 0 && (
        <Part title={words.services}>
          <Services services={services} />
        </Part>
      )}
      {variables.length > 0 && (
        <Part title={words.variables}>
          <ul className="flex flex-col gap-1">
            {variables.map(({ key, service, change }) => (
              <li key={`${service}/${key}`} className="flex flex-wrap gap-x-2">
                <code className="break-all">{key}</code>
                <span className="text-ink-soft">{`${words.changes[change]} · ${service ?? words.allServices}`}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

function Services({ services }: Pick<DeploymentDiff, 'services'>) {
  const words = text.deployments.diff
  return (
    <ul className="flex flex-col gap-2">
      {services.map(({ name, change, image, fields }) => (
        <li key={name} className="min-w-0">
          <p>
            <span className="font-medium">{name}</span>
            <span className="ml-2 text-ink-soft">{words.changes[change]}</span>
          </p>
          {image !== null && image.from !== image.to && (
            <Field name={words.image} from={shortImage(image.from)} to={shortImage(image.to)} />
          )}
          {fields.map(({ field, from, to }) => (
            <Field key={field} name={field} from={from} to={to} />
          ))}
        </li>
      ))}
    </ul>
  )
}

function Field({ name, from, to }: { name: string; from: string | null; to: string | null }) {
  return (
    <div className="mt-1">
      <p className="text-xs text-ink-soft">{name}</p>
      <BeforeAfter before={from} after={to} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-xs font-medium text-ink-soft">{title}</h3>
      {children}
    </section>
  )
}

function commitLine(commit: DeploymentDiff['commit']['to']): string | null {
  return commit === null ? null : `${shortCommit(commit.sha)} ${commit.message.split('\n')[0] ?? ''}`
}

/** Images that Longshore builds are tagged with a long hash. Its start is enough. */
function shortImage(image: string | null): string | null {
  return image?.replace(/^longshore\/env_\w+:([0-9a-f]{12})[0-9a-f]*$/, '$1') ?? null
}
