/** Creates an environment from the analysis, and from the user's overrides. */
import type { Report } from '@longshore/analyzer/report'
import type { Actor } from '../../platform/access/actor.ts'
import type { Permission } from '../../platform/access/permissions.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError, type FieldError, invalid } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { FirstDomain } from '../domains/routing/attached-domains.schemas.ts'
import {
  findExpandFault,
  findListFaults,
  isInBuilds,
  isLoaderKey,
  requireTarget,
  sealVariable,
} from '../environments/index.ts'
import { type AnalysisRow, findReport, listNewestAnalyses } from './analyses.repository.ts'
import { isFinished } from './analyses.status.ts'
import {
  type AttachFirst,
  createFirstEnvironment,
  type FirstEnvironmentParts,
  fileVariablesOf,
  requireSuggestion,
} from './create-first-environment.action.ts'
import type { Finalize, FinalizedProject } from './finalize.schemas.ts'
import { readReport } from './project.mapper.ts'
import { projectProblems } from './projects.problems.ts'
import type { ProjectRow } from './projects.repository.ts'
import { requireChangeableProject, requireProject } from './read-project.query.ts'
import { type Suggestion, suggestServices } from './suggested-services.policy.ts'

export interface FinalizeService {
  finalize(actor: Actor, id: Id<'prj'>, body: Finalize): Promise<FinalizedProject>
}

export interface FinalizeOptions extends FirstEnvironmentParts {
  database: Database
  /** Prepares a domain before the transaction; the returned function attaches it inside. */
  firstDomain(body: FirstDomain): Promise<AttachFirst>
}

export function createFinalizeService(options: FinalizeOptions): FinalizeService {
  const { database, sealer, firstDomain } = options
  return {
    async finalize(actor, id, body) {
      requirePermissions(actor, body)
      const { organizationId } = actor
      const report = await database.tenant(organizationId, async (tx) => {
        await requireProject(tx, organizationId, id)
        return (await newestReport(tx, actor, id)).report
      })
      // Sealed before the transaction that stores them, under their final ids.
      const variables = await Promise.all(
        [...plainVariables(body, report), ...fileVariables(body, report)].map((variable) =>
          sealVariable(sealer, organizationId, variable),
        ),
      )
      const attach = body.domain === undefined ? null : await firstDomain(body.domain)
      return await createOnce(database, actor, async (tx) => {
        const project = await requireChangeableProject(tx, organizationId, id)
        const newest = await newestReport(tx, actor, id)
        if (newest.analysis !== undefined && !isFinished(newest.analysis.status))
          throw new AppError(projectProblems.analysis_running)
        const suggestion = chooseServices(body, newest.report, project)
        requireServiceNames(body, suggestion)
        await requireChosenServer(tx, actor, body)
        return await createFirstEnvironment(tx, actor, {
          ...{ project, variables, suggestion, attach, report: newest.report },
          name: body.environment.name,
          branch: branchOf(body, { project, analysis: newest.analysis }),
          serverId: body.environment.serverId ?? null,
          given: body.variables,
          isDeployed: body.deploy,
          parts: options,
        })
      })
    },
  }
}

/** One call combines several permissions; a token needs each one that it uses. */
function requirePermissions(actor: Actor, body: Finalize): void {
  const needed: Permission[] = []
  if (body.variables.length > 0) needed.push('variables:write')
  if (body.domain !== undefined) needed.push('domains:write')
  if (body.deploy) needed.push('deployments:write')
  const missing = needed.filter((permission) => !actor.permissions.has(permission))
  if (missing.length > 0)
    throw new AppError(platformProblems.forbidden, `This also needs the permission ${missing.join(', ')}.`)
}

async function newestReport(
  tx: Tx,
  { organizationId }: Actor,
  id: Id<'prj'>,
): Promise<{ analysis: AnalysisRow | undefined; report: Report | undefined }> {
  const [analysis] = await listNewestAnalyses(tx, organizationId, [id])
  if (analysis?.status !== 'completed') return { analysis, report: undefined }
  return { analysis, report: readReport(await findReport(tx, organizationId, analysis.id)) }
}

/** Checked as a whole: each key once for each service, and nothing that would affect build tools. */
function plainVariables({ variables }: Finalize, report: Report | undefined) {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  const plain = variables.map((variable, index) => {
    const found = report?.variables.find((each) => each.key === variable.key)
    const scope = variable.scope ?? found?.scope ?? 'runtime'
    const place = `${variable.key} ${variable.service ?? ''}`
    if (seen.has(place))
      errors.push({ pointer: `/variables/${index}/key`, code: 'duplicate', message: 'appears twice' })
    seen.add(place)
    if (isInBuilds(scope) && isLoaderKey(variable.key))
      errors.push({
        pointer: `/variables/${index}/scope`,
        code: 'loader_variable',
        message: `must be runtime: ${variable.key} would affect the build tools`,
      })
    const expand = variable.expand === true
    const secret = variable.sealed || (variable.secret ?? (!expand && (found?.secret ?? true)))
    const expandFault = findExpandFault({ value: variable.value, secret, scope, expand })
    if (expandFault !== null) errors.push({ pointer: `/variables/${index}/value`, ...expandFault })
    if (variable.sealed && variable.secret === false)
      errors.push({ pointer: `/variables/${index}/sealed`, code: 'not_secret', message: 'requires secret: true' })
    return {
      key: variable.key,
      value: variable.value,
      secret,
      sealed: variable.sealed,
      scope,
      expand,
      service: variable.service ?? null,
    }
  })
  if (errors.length > 0) throw new AppError(platformProblems.validation_failed, undefined, { errors })
  return plain
}

function fileVariables({ variables, services }: Finalize, report: Report | undefined) {
  const chosen = services ?? (report === undefined ? [] : suggestServices(report).services)
  const names = new Set(chosen.map(({ name }) => name))
  return fileVariablesOf(report, variables, names)
}

function chooseServices({ services }: Finalize, report: Report | undefined, { source }: ProjectRow): Suggestion {
  if (services !== undefined) {
    const errors = findListFaults(services).map(({ path, message }) => ({
      pointer: `/services${path}`,
      code: 'invalid',
      message,
    }))
    if (errors.length > 0) throw new AppError(platformProblems.validation_failed, undefined, { errors })
    return { services: services.map((service) => ({ ...service, ownedByFile: [] })), skippedSuggestions: [] }
  }
  if (report === undefined) throw new AppError(projectProblems.analysis_not_completed)
  return requireSuggestion(report, source)
}

function requireServiceNames({ variables }: Finalize, { services }: Suggestion): void {
  const names = new Set(services.map((service) => service.name))
  const index = variables.findIndex(({ service }) => service !== undefined && !names.has(service))
  if (index >= 0) throw invalid(`/variables/${index}/service`, 'not_found', `must be one of ${[...names].join(', ')}`)
}

async function requireChosenServer(tx: Tx, actor: Actor, { environment, deploy }: Finalize): Promise<void> {
  const { serverId } = environment
  if (serverId !== undefined) await requireTarget(tx, actor, { serverId, pointer: '/environment/serverId' })
  else if (deploy) throw new AppError(projectProblems.no_server)
}

function branchOf(
  { environment }: Finalize,
  { project, analysis }: { project: ProjectRow; analysis: AnalysisRow | undefined },
): string | null {
  const { branch } = environment
  if (project.source !== 'repository') {
    if (branch !== undefined)
      throw invalid('/environment/branch', 'unexpected', "can't be set: this project has no repository")
    return null
  }
  const chosen = branch ?? analysis?.branch ?? project.branch
  if (chosen === null) throw invalid('/environment/branch', 'required', 'is required: no analysis has found one')
  return chosen
}
