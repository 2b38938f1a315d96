import type { Deployment, DeploymentError } from '@longshore/sdk'
import {
  cleanUpServer, configureServices, createDeployment, getEnvironment, getServer, updateServer,
} from '@longshore/sdk/operations' // biome-ignore format: a list
import { toServiceRequest, withService } from '@longshore/sdk/remedies'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import type { Needed } from '../../api/role-permissions.ts'
import { useCan } from '../../api/use-can.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatBytes } from '../../ui/format.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { useRedeploy } from './deployment-actions.tsx'
import { type Remedy, remediesOf } from './remedies.ts'

export function RemedyButtons({ deployment, error }: { deployment: Deployment; error: DeploymentError }) {
  const environment = useEnvironment()
  const serverId = environment.buildServerId ?? deployment.serverId ?? environment.serverId
  const server = useRead(getServer, { id: serverId ?? '' }, { enabled: serverId !== null })
  const { run, isBusy, failure } = useRemedy(deployment)
  const can = useCan()
  const remedies = remediesOf({ error, environment, server: server.data }).filter((each) => can(neededFor(each)))
  if (remedies.length === 0) return null
  return (
    <>
      <ProblemCard error={failure} />
      <div className="flex flex-wrap gap-2">
        {remedies.map((remedy) =>
          remedy.kind === 'go' ? (
            <Link key={remedy.to} to={placeOf(remedy.to, environment.id, serverId)} className={buttonClass()}>
              {labelOf(remedy)}
            </Link>
          ) : (
            <Button key={remedy.kind} kind="primary" isBusy={isBusy} onClick={() => run(remedy)}>
              {labelOf(remedy)}
            </Button>
          ),
        )}
      </div>
    </>
  )
}

/** The permission that the change of a remedy needs. Links need nothing: the page says what the role can do there. */
function neededFor({ kind }: Remedy): Needed {
  if (kind === 'go') return 'environments:read'
  return kind === 'raise_build_memory' || kind === 'clean_up' ? 'servers:write' : 'deployments:write'
}

function useRemedy({ id: did, environmentId: id, commit }: Deployment) {
  const environment = useEnvironment()
  const navigate = useNavigate()
  const redeploy = useRedeploy({ id })
  const configure = useAction(configureServices, { refreshes: [getEnvironment] })
  const limit = useAction(updateServer, { refreshes: [getServer] })
  const cleanUp = useAction(cleanUpServer)
  const fresh = useAction(createDeployment, {
    onDone: (started) => navigate({ to: paths.deployment(id, started.id) }),
  })
  const prepare = async (remedy: Remedy): Promise<unknown> => {
    if (remedy.kind === 'raise_memory') {
      const { service, memoryBytes } = remedy
      const request = toServiceRequest(service)
      const changed = { ...request, resources: { ...request.resources, memoryBytes } }
      return await configure.run({ id, body: { services: withService(environment.services, changed) } })
    }
    if (remedy.kind === 'raise_build_memory')
      return await limit.run({ id: remedy.serverId, body: { build: { memoryBytes: remedy.memoryBytes } } })
    return remedy.kind === 'clean_up' ? await cleanUp.run({ id: remedy.serverId, body: {} }) : remedy
  }
  const run = async (remedy: Remedy) => {
    if ((await prepare(remedy)) === undefined) return
    if (remedy.kind !== 'build_fresh') await redeploy.run({ id, did })
    else await fresh.run({ id, body: { clearCache: true, ...(commit === null ? {} : { commit: commit.sha }) } })
  }
  const all = [redeploy, configure, limit, cleanUp, fresh]
  return {
    run,
    isBusy: all.some(({ isBusy }) => isBusy),
    failure: all.find(({ error }) => error !== null)?.error ?? null,
  }
}

function labelOf(remedy: Remedy): string {
  const { remedies: words } = text.deployments
  if (remedy.kind === 'raise_memory') return words.raiseMemory(remedy.service.name, formatBytes(remedy.memoryBytes))
  if (remedy.kind === 'raise_build_memory') return words.raiseBuildMemory(formatBytes(remedy.memoryBytes))
  if (remedy.kind === 'clean_up') return words.cleanUp
  if (remedy.kind === 'build_fresh') return words.buildFresh
  if (remedy.kind === 'again') return words.again
  const places = {
    server: words.toServer,
    services: words.toServices,
    variables: words.toVariables,
    registries: words.toRegistries,
    settings: words.toSettings,
  }
  return places[remedy.to]
}

function placeOf(to: Extract<Remedy, { kind: 'go' }>['to'], id: string, serverId: string | null): string {
  const places = {
    server: serverId === null ? paths.servers() : paths.server(serverId),
    services: paths.services(id),
    variables: paths.variables(id),
    registries: paths.registries(),
    settings: paths.environmentSettings(id),
  }
  return places[to]
}
