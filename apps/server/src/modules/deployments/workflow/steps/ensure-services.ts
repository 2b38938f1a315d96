/** Network, volumes and databases of the environment exist, run and answer. What was there already is left as it is. */
import type { ContainerSpec, Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { Step } from '../../../../platform/durable/workflow.ts'
import { brandId } from '../../../../platform/ids/brand.ts'
import { isDatabaseKind } from '../../../environments/service-kinds.schemas.ts'
import type { DeploySubject } from '../../deployment-workflows.ts'
import { type DeploymentPlan, type PlannedService, ReadyServices } from '../../release.schemas.ts'
import { databaseContainerName, labelNames, labelsOf, networkName, volumeName } from '../../server-names.policy.ts'
import { type DatabaseAccess, engineOf } from '../database-engines.ts'
import type { DeployContext, DeployDeps, DeployLogWriter } from '../deploy-ports.ts'
import { deployStep, onServer, type Subject, subjectOf } from '../deploy-step.ts'
import { readLastWords } from '../last-words.ts'

const readyWithinMs = 120_000
const pauseMs = 500
const databasePids = 2_048
const stopGraceSeconds = 60
const dataVolume = 'data'

export function ensureServices(deps: DeployDeps, { plan }: { plan: Step<DeploySubject, DeploymentPlan> }) {
  return deployStep<ReadyServices>({
    name: 'ensure-services',
    output: ReadyServices,
    deadlineMs: 600_000,
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
        for (const service of services) await ensureVolumes(runtime, subject, { service, signal })
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
  runtime: Runtime,
  { organizationId, environmentId }: Subject,
  { service, signal }: { service: PlannedService; signal: AbortSignal },
): Promise<void> {
  const id = brandId<'svc'>(service.serviceId)
  const labels = labelsOf({ organizationId, environmentId, service: { id, name: service.name } })
  const names = isDatabaseKind(service.kind) ? [dataVolume] : service.configuration.volumes.map((each) => each.name)
  for (const name of names) await runtime.ensureVolume({ name: volumeName(id, name), labels }, { signal })
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
  const id = brandId<'svc'>(service.serviceId)
  const { password, ...login } = await deps.records.openCredentials(subject.organizationId, id)
  log.mask([password])
  const access = { ...login, host: service.name, password: password.reveal() }
  const known = await runtime.inspectContainer(databaseContainerName(id), { signal })
  const reference = referenceOf(service, known?.labels[labelNames.engine])
  const image = await imageOf(deps, runtime, { reference, database })
  const spec = databaseContainer(subject, { service, access, image, reference })
  if (known?.state !== 'running') await log.say(`Starting ${service.name} (${reference}).`)
  await runtime.startContainer(spec, { signal })
  await waitUntilReady(deps, runtime, { ...database, access, name: spec.name })
  await log.say(`${service.name} is ready.`)
  return spec.name
}

/**
 * Data of one version is not readable by another: whoever asked for no version keeps the one that the data is of, and
 * another one is refused, since going on would only break the database that runs.
 */
function referenceOf({ name, image, configuration }: PlannedService, known: string | undefined): string {
  const wanted = image.do === 'engine' ? image.reference : ''
  if (known === undefined || known === wanted) return wanted
  if (configuration.engineVersion === null) return known
  throw new PermanentError(
    'database_version_change',
    `${name} holds data of ${known}; ${wanted} cannot take that over by itself.`,
    { hint: `Set engineVersion of ${name} back, or move the data to a new service of the other version.` },
  )
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

function databaseContainer(
  { organizationId, environmentId }: Subject,
  options: { service: PlannedService; access: DatabaseAccess; image: string; reference: string },
): ContainerSpec {
  const { service, access, image, reference } = options
  const { name, configuration } = service
  const id = brandId<'svc'>(service.serviceId)
  const engine = engineOf(service.kind)
  const { memoryBytes, cpus, pids } = configuration.resources
  const labels = labelsOf({ organizationId, environmentId, service: { id, name }, role: 'database' })
  return {
    name: databaseContainerName(id),
    labels: { ...labels, [labelNames.engine]: reference },
    image,
    command: engine.command,
    environment: engine.environment(access),
    network: networkName(environmentId),
    aliases: [...new Set([name, ...configuration.aliases])],
    volumes: [{ name: volumeName(id, dataVolume), path: engine.volumePath(versionOf(reference)) }],
    memoryBytes,
    cpus,
    pids: pids ?? databasePids,
    stopGraceSeconds,
    restart: 'always',
    capabilities: 'database',
  }
}

function versionOf(reference: string): string {
  return /:([0-9][\w.-]{0,40})(?:@|$)/.exec(reference)?.[1] ?? ''
}

async function waitUntilReady(
  { clock }: DeployDeps,
  runtime: Runtime,
  { context, service, log, access, name }: Database & { access: DatabaseAccess; name: string },
): Promise<void> {
  const { signal } = context
  const { readyCheck, saysReady = () => true } = engineOf(service.kind)
  const check = readyCheck(access)
  let said = ''
  for (const until = clock.now() + readyWithinMs; clock.now() < until; await clock.wait(pauseMs, signal)) {
    const state = await runtime.inspectContainer(name, { signal })
    if (state?.state !== 'running') continue
    // It may end between the two; then the next look says so.
    const answer = await runtime.execIn(name, check, { signal, deadlineMs: 10_000 }).catch(() => null)
    signal.throwIfAborted()
    if (answer?.exitCode === 0 && saysReady(answer.output)) return
    said = answer?.output ?? said
  }
  const state = await runtime.inspectContainer(name, { signal })
  const details = await readLastWords(runtime, { name, exitCode: state?.exitCode ?? null }, { log, signal })
  throw new PermanentError(
    'database_not_ready',
    `${service.name} did not take connections within ${readyWithinMs / 1_000} s. ${log.redact(said)}`.trim(),
    { details },
  )
}
