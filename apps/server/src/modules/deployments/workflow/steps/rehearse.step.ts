/**
 * Runs the release commands on a copy of the databases first, if the environment asks for that, and stops the deployment
 * when the rules object. A backup from right before the real run then allows a rollback with the data. An interrupted
 * rehearsal starts over; a finished one isn't repeated.
 *
 * Decision: docs/decisions/0028-rehearse-release-commands-without-a-network.md
 */
import { z } from 'zod'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { Step } from '../../../../platform/durable/workflow.ts'
import { isRehearsable } from '../../../environments/index.ts'
import type { RehearsalSettings } from '../../../environments/rehearsal-settings.schemas.ts'
import { isDatabaseKind, isRehearsableEngine } from '../../../environments/service-kinds.schemas.ts'
import { openEnvironments, releaseCommandContainer } from '../../../workloads/worker.ts'
import type { BuiltRelease, DeploymentPlan, PlannedService } from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import { judgeRehearsal, statusOf } from '../../rehearsals/judge-rehearsal.policy.ts'
import type { Checkpoint, Rehearsal, RehearsalFinding, RehearsalReport } from '../../rehearsals/rehearsal.schemas.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { deployStep, subjectOf } from '../deploy-step.context.ts'
import { imageOf } from '../frozen-images.context.ts'
import type { Rehearsals } from '../rehearsal.context.ts'

const Rehearsed = z.object({ isSkipped: z.boolean() })
type Rehearsed = z.output<typeof Rehearsed>

/** Restores of large backups take hours. The commands have a limit of their own. */
const deadlineMs = 12 * 3_600_000
/** Findings in the message of the error. The report has all of them. */
const shownFindings = 5

export interface RehearseSteps {
  readonly plan: Step<DeploySubject, DeploymentPlan>
  readonly buildImage: Step<DeploySubject, BuiltRelease>
}

interface Rehearsing {
  readonly deps: DeployDeps
  readonly rehearsals: Rehearsals
  readonly context: DeployContext
  readonly plan: DeploymentPlan
  readonly settings: RehearsalSettings & { mode: 'report' | 'stop' }
}

export function rehearse(deps: DeployDeps, steps: RehearseSteps) {
  return deployStep<Rehearsed>({
    name: 'rehearse',
    output: Rehearsed,
    deadlineMs,
    async run(context) {
      const { rehearsals } = deps
      const plan = context.output(steps.plan)
      if (rehearsals === undefined || !(await isWanted(deps, context, plan))) return { isSkipped: true }
      const { organizationId, environmentId, deploymentId } = subjectOf(context)
      const { mode, ...rest } = await rehearsals.records.settings(organizationId, environmentId)
      if (mode === 'off') return { isSkipped: true }
      const rehearsing: Rehearsing = { deps, rehearsals, context, plan, settings: { ...rest, mode } }
      const known = await rehearsals.records.find(organizationId, deploymentId)
      const { status, findings } = known ?? (await rehearseOnce(rehearsing, context.output(steps.buildImage)))
      if (status === 'stopped') throw stopped(findings)
      await takeCheckpoints(rehearsing)
      return { isSkipped: false }
    },
    async undo(context) {
      if (deps.rehearsals === undefined || context.output !== undefined) return
      const { organizationId, environmentId } = subjectOf(context)
      const { services } = await deps.records.desired(organizationId, environmentId)
      const serviceIds = services.map(({ id }) => id)
      await deps.rehearsals.rehearse.clear({ ...placeOf(context), serviceIds })
    },
  })
}

/** A rollback runs no release command, and without a live version, there is no data to protect. */
async function isWanted(
  deps: DeployDeps,
  context: DeployContext,
  { services, previous }: DeploymentPlan,
): Promise<boolean> {
  const facts = services.map(({ kind, configuration: { releaseCommand } }) => ({ kind, releaseCommand }))
  if (previous === null || !isRehearsable(facts)) return false
  const { organizationId, deploymentId } = subjectOf(context)
  if ((await deps.records.deployment(organizationId, deploymentId)).trigger === 'rollback') return false
  // An earlier version of Longshore, which had no rehearsals, can already have run the release command.
  return (await deps.programs.list(organizationId, context.run)).length === 0
}

async function rehearseOnce(
  rehearsing: Rehearsing,
  { images }: BuiltRelease,
): Promise<Pick<Rehearsal, 'status' | 'findings'>> {
  const { deps, rehearsals, context, settings } = rehearsing
  const { organizationId, deploymentId } = subjectOf(context)
  await using log = deps.log.open(context, 'rehearse')
  const started = deps.clock.now()
  const { programs, secrets } = await describePrograms(rehearsing, images)
  log.mask(secrets)
  const databases = rehearsing.plan.services
    .filter(({ kind }) => isDatabaseKind(kind))
    .map(({ serviceId, name, configuration }) => ({
      ...{ serviceId, service: name },
      hostnames: [...new Set([name, ...configuration.aliases])],
    }))
  const writeLine = (line: string) => log.writeLine(line)
  const result = await rehearsals.rehearse.run({
    ...placeOf(context),
    ...{ databases, programs, secrets, limits: settings, writeLine },
  })
  const skipped = 'skipped' in result ? result.skipped : null
  const facts = 'facts' in result ? result.facts : { commands: [], databases: [] }
  const findings = judgeRehearsal(facts, settings)
  const status = skipped === null ? statusOf(findings, settings.mode) : 'skipped'
  const ended = deps.clock.now()
  const report: RehearsalReport = {
    ...{ ...facts, skipped, findings, mode: settings.mode },
    startedAt: new Date(started),
    finishedAt: new Date(ended),
    durationMs: Math.max(0, Math.round(ended - started)),
  }
  for (const { detail } of findings) await log.writeLine(`Finding: ${detail}`)
  if (skipped !== null) await log.writeLine(`No rehearsal: ${skipped.detail}`)
  await context.write(async (tx) => {
    await rehearsals.records.save(tx, organizationId, { deploymentId, status, report })
    const warnings = warningsOf(report)
    if (status !== 'stopped' && warnings.length > 0) await deps.records.addWarnings(tx, context, warnings)
  })
  return { status, findings }
}

async function describePrograms({ deps, context, plan }: Rehearsing, images: BuiltRelease['images']) {
  const subject = subjectOf(context)
  const { services, variables, hostnames, urls } = plan
  const environments = await openEnvironments(deps.records, subject.organizationId, {
    ...{ services, variables, hostnames, urls },
  })
  const volumeOf = await deps.records.dataVolumes(subject.organizationId, services)
  const programs = services.flatMap((service: PlannedService) => {
    const { releaseCommand } = service.configuration
    if (releaseCommand === null) return []
    const image = imageOf(images, service)
    const spec = releaseCommandContainer(
      { subject, service, image, ...environments.of(service), volumeOf },
      releaseCommand,
    )
    return [{ serviceId: service.serviceId, service: service.name, spec }]
  })
  return { programs, secrets: environments.secrets }
}

function warningsOf({ skipped, findings }: RehearsalReport): { code: string; message: string }[] {
  if (skipped !== null)
    return [{ code: 'rehearsal_skipped', message: `The release command wasn't rehearsed. ${skipped.detail}` }]
  if (findings.length === 0) return []
  return [{ code: 'rehearsal_findings', message: `The rehearsal of the release command found: ${summarize(findings)}` }]
}

/** A backup of each database from right before the real run. A finished one is kept by an attempt that starts over. */
async function takeCheckpoints({ deps, rehearsals, context, plan }: Rehearsing): Promise<void> {
  const { backUpFirst } = deps
  const { organizationId, environmentId, deploymentId } = subjectOf(context)
  if (backUpFirst === undefined || !(await rehearsals.rehearse.canBackUp(organizationId, environmentId))) return
  await using log = deps.log.open(context, 'rehearse')
  const checkpoints: Checkpoint[] = []
  for (const { serviceId, name, kind } of plan.services) {
    if (!isRehearsableEngine(kind)) continue
    await log.writeLine(`Backing up ${name} right before the release command.`)
    const { backupId, startedAt: at } = await backUpFirst(
      { organizationId, environmentId, serviceId, name, heldBy: context.run.id, isFresh: true },
      context.signal,
    )
    checkpoints.push({ service: name, backupId, at })
  }
  await context.write((tx) => rehearsals.records.saveCheckpoints(tx, organizationId, { deploymentId, checkpoints }))
}

function stopped(findings: readonly RehearsalFinding[]): PermanentError {
  return new PermanentError(
    'rehearsal_stopped',
    `On a copy of the data, the release command isn't safe: ${summarize(findings.filter(({ stops }) => stops))}`,
  )
}

function summarize(findings: readonly RehearsalFinding[]): string {
  const shown = findings.slice(0, shownFindings).map(({ detail }) => detail)
  const more = findings.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more findings.`] : [])].join(' ')
}

function placeOf(context: Pick<DeployContext, 'run' | 'signal'>) {
  const { organizationId, environmentId, serverId } = subjectOf(context)
  return { organizationId, environmentId, serverId, runId: context.run.id, signal: context.signal }
}
