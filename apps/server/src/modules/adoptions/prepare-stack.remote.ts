/** Plans an adoption and seals its variables. Their values don't leave the worker. */
import type { OrganizationId } from '../../platform/database/database.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { sealVariable } from '../environments/index.ts'
import type { AdoptionPlan } from './adoptions.schemas.ts'
import { findComposeStack, type Reading, readMountedFiles } from './compose-stacks.remote.ts'
import type { FrozenStack, PreparedStack } from './frozen-stack.schemas.ts'
import { planStack, type StackPlan } from './plan-stack.mapper.ts'
import type { RunningService, RunningStack } from './running-stack.policy.ts'
import { holdsHttpPorts } from './service-roles.policy.ts'

export interface Preparing extends Reading {
  readonly organizationId: OrganizationId
  readonly sealer: Sealer
  readonly name: string
  readonly chosen: readonly string[] | null
}

/** Null if the project isn't on the server. */
export async function planAdoption(
  preparing: Omit<Preparing, 'sealer' | 'organizationId'>,
): Promise<AdoptionPlan | null> {
  const read = await readPlan(preparing)
  return read === null ? null : toPlan(read)
}

export async function prepareStack(preparing: Preparing): Promise<PreparedStack | null> {
  const read = await readPlan(preparing)
  if (read === null) return null
  const { sealer, organizationId } = preparing
  const variables: PreparedStack['variables'] = []
  for (const { service, key, value, secret } of read.plan.variables) {
    const plain = { key, value, secret, sealed: false, scope: 'runtime', service } as const
    const { id, content } = await sealVariable(sealer, organizationId, plain)
    variables.push({ id, key, service, content })
  }
  return { plan: toPlan(read), services: [...read.plan.services], variables, stack: freeze(read) }
}

interface Planned {
  readonly stack: RunningStack
  readonly plan: StackPlan
}

async function readPlan(preparing: Omit<Preparing, 'sealer' | 'organizationId'>): Promise<Planned | null> {
  const stack = await findComposeStack(preparing, preparing.name)
  if (stack === null) return null
  return { stack, plan: planStack(stack, await readMountedFiles(preparing, stack), preparing.chosen) }
}

function toPlan({ stack, plan }: Planned): AdoptionPlan {
  return {
    name: stack.name,
    services: plan.services.map(({ name, kind, source, port, volumes, files }) => ({
      name,
      kind,
      image: source?.builder === 'image' ? source.image : '',
      port,
      volumes: volumes.map((volume) => ({ name: volume.name, path: volume.path })),
      files: files.map(({ path }) => path),
      variables: plan.variables
        .filter(({ service }) => service === name)
        .map(({ key, secret }) => ({ key, secret }))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    })),
    leftOut: [...plan.leftOut],
    data: plan.data.map(({ service, volume, source }) => ({ service, volume, source, bytes: null })),
    isAdoptable: plan.findings.every(({ severity }) => severity !== 'blocks'),
    findings: [...plan.findings],
    downtime:
      plan.data.length === 0
        ? 'A few seconds, until the new containers are healthy.'
        : 'Until all data is copied and the new containers are healthy. Longshore estimates it before you switch.',
  }
}

function freeze({ stack, plan }: Planned): FrozenStack {
  const ids = new Set(plan.stopped.flatMap(({ containers }) => containers.map(({ id }) => id)))
  const sources = plan.stopped.flatMap(({ mounts }) =>
    mounts.filter(({ kind }) => kind === 'volume').map(({ source }) => source),
  )
  return {
    name: stack.name,
    containers: inStartOrder(plan.stopped).flatMap(({ name, containers, stopGraceSeconds }) =>
      containers
        .filter(({ isRunning }) => isRunning)
        .map(({ id, restart }) => ({
          id,
          service: name,
          restart,
          graceSeconds: Math.min(600, Math.max(1, stopGraceSeconds)),
        })),
    ),
    data: plan.data.filter(({ containerId }) => ids.has(containerId)).map((each) => ({ ...each })),
    images: [...new Set(plan.stopped.map(({ image }) => image.id))],
    holdsProxyPorts: plan.stopped.some(holdsHttpPorts),
    web: plan.services.flatMap(({ name, kind, port }) => {
      const running = plan.stopped.find((each) => plan.names.get(each.name) === name)
      const containerId = running?.containers.find((each) => each.isRunning)?.id
      return kind !== 'web' || port === null || containerId === undefined ? [] : [{ service: name, containerId, port }]
    }),
    volumes: [...new Set(sources)],
  }
}

/** A service starts after those that it depends on. */
function inStartOrder(services: readonly RunningService[]): RunningService[] {
  const ordered = new Set<RunningService>()
  const visit = (service: RunningService, path: readonly RunningService[]) => {
    if (ordered.has(service) || path.includes(service)) return
    for (const name of service.dependsOn) {
      const other = services.find((each) => each.name === name)
      if (other !== undefined) visit(other, [...path, service])
    }
    ordered.add(service)
  }
  for (const service of services) visit(service, [])
  return [...ordered]
}
