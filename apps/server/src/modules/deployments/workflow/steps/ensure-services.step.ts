/**
 * Ensures that the network, volumes, and databases of the environment exist, run, and respond. Existing ones stay as
 * they are.
 */
import type { Runtime } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../../platform/database/database.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { Step } from '../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import type { DatabaseAccess } from '../../../environments/index.ts'
import { engineVersionOf, isSameMajor, ownVolumes } from '../../../environments/index.ts'
import { isDatabaseKind } from '../../../environments/service-kinds.schemas.ts'
import type { DeployLogWriter } from '../../../workloads/worker.ts'
import {
  databaseContainer,
  databaseContainerName,
  dataVolumeIn,
  labelNames,
  labelsOf,
  networkName,
  readContainerLogTail,
  readyWithinMs,
  volumeName,
  waitUntilReady,
} from '../../../workloads/worker.ts'
import { type DeploymentPlan, type PlannedService, ReadyServices } from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import { requireFreePort, startOnPort } from '../../loopback-port.remote.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { deployStep, onServer, type Subject, subjectOf } from '../deploy-step.context.ts'

export function ensureServices(deps: DeployDeps, { plan }: { plan: Step<DeploySubject, DeploymentPlan> }) {
  return deployStep<ReadyServices>({
    name: 'ensure-services',
    output: ReadyServices,
    // Long, because a backup before an upgrade takes time.
    deadlineMs: 4 * 3_600_000,
    async run(context) {
      await using log = deps.log.open(context, 'ensure-services')
      const subject = subjectOf(context)
      const { services } = context.output(plan)
      return await onServer(deps, context, async (runtime) => {
        const { signal } = context
        const { organizationId, environmentId } = subject
        const labels = labelsOf({ organizationId, environmentId })
        const network = networkName(environmentId)
        await runtime.ensureNetwork({ name: network, labels, pool: deps.settings.networkPool }, { signal })
        for (const service of services) await ensureVolumes(deps, runtime, { subject, service, signal })
        const databases: ReadyServices['databases'] = []
        for (const service of services.filter((each) => isDatabaseKind(each.kind))) {
          const container = await ensureDatabase(deps, runtime, { context, subject, service, log })
          databases.push({ serviceId: service.serviceId, name: service.name, container })
        }
        return { network, databases }
      })
    },
  })
}

async function ensureVolumes(
  { records }: DeployDeps,
  runtime: Runtime,
  { subject, service, signal }: { subject: Subject; service: PlannedService; signal: AbortSignal },
): Promise<void> {
  const { organizationId, environmentId } = subject
  const id = service.serviceId
  const labels = labelsOf({ organizationId, environmentId, service: { id, name: service.name } })
  const names = isDatabaseKind(service.kind)
    ? [await findVolume(records, runtime, { organizationId, id, signal })]
    : await findVolumes(records, runtime, { organizationId, service, signal })
  for (const name of names) await runtime.ensureVolume({ name: volumeName(id, name), labels }, { signal })
}

async function findVolume(
  records: DeployDeps['records'],
  runtime: Runtime,
  { organizationId, id, signal }: { organizationId: OrganizationId; id: Id<'svc'>; signal: AbortSignal },
): Promise<string> {
  const known = await runtime.inspectContainer(databaseContainerName(id), { signal })
  return await records.dataVolume(organizationId, { serviceId: id }, dataVolumeIn(id, known?.volumes ?? []))
}

/** Returns the volumes of an app. All of its containers share them. */
async function findVolumes(
  records: DeployDeps['records'],
  runtime: Runtime,
  {
    organizationId,
    service: { serviceId: textId, configuration },
    signal,
  }: { organizationId: OrganizationId; service: PlannedService; signal: AbortSignal },
): Promise<string[]> {
  const own = ownVolumes(configuration)
  if (own.length === 0) return []
  const serviceId = textId
  const labels = { [labelNames.serviceId]: encodeId('svc', serviceId), [labelNames.role]: 'app' }
  const used = (await runtime.listContainers(labels, { signal })).flatMap(({ volumes = [] }) => volumes)
  return await Promise.all(
    own.map(({ name }) => records.dataVolume(organizationId, { serviceId, name }, dataVolumeIn(serviceId, used, name))),
  )
}

interface Database {
  readonly context: DeployContext
  readonly subject: Subject
  readonly service: PlannedService
  readonly log: DeployLogWriter
}

async function ensureDatabase(deps: DeployDeps, runtime: Runtime, database: Database): Promise<string> {
  const { context, subject, service, log } = database
  const { signal } = context
  const id = service.serviceId
  const { password, ...login } = await deps.records.openCredentials(subject.organizationId, id)
  log.mask([password])
  const access = { ...login, host: service.name, password: password.reveal() }
  const known = await runtime.inspectContainer(databaseContainerName(id), { signal })
  const reference = referenceOf(service, known?.labels[labelNames.engine])
  const image = await imageOf(deps, runtime, { reference, database })
  const held = known?.labels[labelNames.engine] ?? reference
  if (held !== reference) await prepareUpgrade(deps, database, reference)
  const { organizationId } = subject
  const volume = await findVolume(deps.records, runtime, { organizationId, id, signal })
  const spec = databaseContainer({ ...subject, service, access, image, reference, volume })
  if (known?.state !== 'running') await log.writeLine(`Starting ${service.name} (${reference}).`)
  await requireFreePort(runtime, service, { known, signal })
  await startOnPort(runtime, spec, { service, signal })
  await requireReady(deps, runtime, { ...database, access, name: spec.name })
  await log.writeLine(`${service.name} is ready.`)
  return spec.name
}

/**
 * A major version can't read the data of another. Without a configured version, the one of the data is kept; a
 * different one is rejected, because continuing would only break the running database. Within one major version it can
 * change.
 */
function referenceOf({ name, kind, image, configuration }: PlannedService, known: string | undefined): string {
  const wanted = image.do === 'engine' ? image.reference : ''
  if (known === undefined || known === wanted) return wanted
  if (configuration.engineVersion === null && configuration.image === null) return known
  const version = engineVersionOf(wanted) ?? configuration.engineVersion
  if (isDatabaseKind(kind) && isSameMajor(kind, engineVersionOf(known), version)) return wanted
  throw new PermanentError(
    'database_version_change',
    `${name} has data from ${known}, which ${wanted} can't take over automatically.`,
    { hint: `Set engineVersion of ${name} back, or move the data to a new service with the other version.` },
  )
}

/** The old database keeps running until its data is backed up. */
async function prepareUpgrade(
  { backUpFirst }: DeployDeps,
  { context, subject, service, log }: Database,
  reference: string,
): Promise<void> {
  if (backUpFirst === undefined) return
  await log.writeLine(`Backing up ${service.name} before it changes to ${reference}.`)
  const { organizationId, environmentId } = subject
  const place = { organizationId, environmentId, serviceId: service.serviceId }
  await backUpFirst({ ...place, name: service.name, heldBy: context.run.id }, context.signal)
  await log.writeLine(`${service.name} is backed up.`)
}

async function imageOf(
  deps: DeployDeps,
  runtime: Runtime,
  { reference, database: { context, subject, log } }: { reference: string; database: Database },
): Promise<string> {
  const { signal } = context
  const found = await runtime.findImage(reference, { signal })
  if (found !== null) return found.id
  const credential = await deps.records.openRegistry(subject.organizationId, reference)
  return (await runtime.pull(reference, { signal, credential, onOutput: log.write })).id
}

async function requireReady(
  deps: DeployDeps,
  runtime: Runtime,
  { context, service, log, access, name }: Database & { access: DatabaseAccess; name: string },
): Promise<void> {
  const { signal } = context
  const unready = await waitUntilReady(deps, runtime, { name, kind: service.kind, access, signal })
  if (unready === null) return
  const state = await runtime.inspectContainer(name, { signal })
  const details = await readContainerLogTail(runtime, { name, exitCode: state?.exitCode ?? null }, { log, signal })
  throw new PermanentError(
    'database_not_ready',
    `${service.name} didn't accept connections within ${readyWithinMs / 1_000} s. ${log.redact(unready.said)}`.trim(),
    { details },
  )
}
