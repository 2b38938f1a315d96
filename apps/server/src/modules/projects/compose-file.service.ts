/** The compose file of an environment: revealed, checked, and saved. The worker reads it, the API compares and stores. */
import { randomUUIDv7 } from 'node:crypto'
import type { Report } from '@longshore/analyzer/report'
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { recordAudit } from '../audit/index.ts'
import type { ConfiguredServices } from '../environments/environments.schemas.ts'
import {
  type EnvironmentDependencies,
  type EnvironmentRow,
  listServices,
  listVariables,
  requireChangeableEnvironment,
  requireEnvironment,
  requirePerson,
  requireRecipient,
} from '../environments/index.ts'
import type { Revealed } from '../environments/reveal.schemas.ts'
import { ServiceConfiguration } from '../environments/services.schemas.ts'
import { maxReportBytes } from './calls/analyze-repo.definition.ts'
import { compareCompose, revealCompose } from './calls/compose-file.definition.ts'
import { type CurrentState, compareComposeFiles } from './compare-compose.mapper.ts'
import type { ComposeCheck, SaveCompose } from './compose-file.schemas.ts'
import { countComposeCheck } from './count-compose-check.action.ts'
import { composeFileText } from './project-compose.crypto.ts'
import { projectProblems } from './projects.problems.ts'
import { findProject } from './projects.repository.ts'
import { readReports, TwoReports } from './report.stream.ts'
import { saveComposeChanges } from './save-compose.action.ts'

export interface ComposeFileService {
  reveal(actor: Actor, id: Id<'env'>, recipient: string): Promise<Revealed>
  validate(actor: Actor, id: Id<'env'>, compose: string): Promise<ComposeCheck>
  /** `before` runs first in the same transaction, which has locked the environment. */
  save(actor: Actor, id: Id<'env'>, body: SaveCompose, before?: BeforeSave): Promise<ConfiguredServices>
}

type BeforeSave = (tx: Tx, row: EnvironmentRow) => Promise<void>

export interface ComposeFileOptions {
  database: Database
  sealer: Sealer
  clock: Clock
  link: Pick<LinkClient, 'call' | 'stream'>
  dependencies: EnvironmentDependencies
}

const respondWithinMs = 30_000
export function createComposeFileService(options: ComposeFileOptions): ComposeFileService {
  const { database, clock, link } = options
  return {
    async reveal(actor, id, recipient) {
      const { organizationId, userId: actorId } = actor
      // The audit entry is written before the text leaves, so every reveal leaves a trace.
      await database.tenant(organizationId, async (tx) => {
        await requireComposeProject(tx, actor, await requireEnvironment(tx, organizationId, id))
        requirePerson(clock, actor)
        await requireRecipient(recipient)
        await recordAudit(tx, actor, {
          action: 'environment.compose_revealed',
          targetKind: 'environment',
          targetId: id,
          detail: {},
        })
      })
      return await link.call(revealCompose, { environmentId: id, recipient }, { organizationId, actorId })
    },
    async validate(actor, id, compose) {
      const { organizationId } = actor
      const { reports } = await compareWithSaved(options, actor, { id, compose })
      return await database.tenant(organizationId, async (tx) => {
        const row = await requireEnvironment(tx, organizationId, id)
        return compareComposeFiles(reports, await readState(tx, actor, row)).check
      })
    },
    save: (actor, id, body, before) => save(options, actor, { id, body, before }),
  }
}

async function save(
  options: ComposeFileOptions,
  actor: Actor,
  { id, body, before }: { id: Id<'env'>; body: SaveCompose; before: BeforeSave | undefined },
): Promise<ConfiguredServices> {
  const { database, sealer, dependencies } = options
  const { organizationId } = actor
  const { reports, composeFileId } = await compareWithSaved(options, actor, { id, compose: body.compose })
  const fileId = randomUUIDv7()
  const sealedText = await sealer.seal(contextOf(composeFileText, fileId, organizationId), body.compose)
  return await database.tenant(organizationId, async (tx) => {
    const row = await requireChangeableEnvironment(tx, organizationId, id)
    requireVersion(actor, row.version)
    // Someone saved another file while the worker read this one.
    if (row.compose_file_id !== composeFileId) throw new AppError(platformProblems.version_mismatch)
    await before?.(tx, row)
    const comparison = compareComposeFiles(reports, await readState(tx, actor, row))
    requireValid(comparison.check)
    return await saveComposeChanges(tx, actor, {
      row,
      body,
      comparison,
      file: { id: fileId, sealedText },
      sealer,
      dependencies,
    })
  })
}

async function compareWithSaved(
  { database, link }: ComposeFileOptions,
  actor: Actor,
  { id, compose }: { id: Id<'env'>; compose: string },
): Promise<{ reports: { base: Report; next: Report }; composeFileId: string | null }> {
  const { organizationId, userId: actorId } = actor
  await database.tenant(organizationId, async (tx) => {
    await requireComposeProject(tx, actor, await requireEnvironment(tx, organizationId, id))
  })
  await countComposeCheck(database, actor)
  const args = { environmentId: id, compose: new Secret(compose) }
  const { head, body } = await link.stream(compareCompose, args, {
    organizationId,
    actorId,
    deadlineMs: respondWithinMs,
  })
  return { reports: await readReports(body, { schema: TwoReports, maxBytes: 2 * maxReportBytes }), ...head }
}

async function requireComposeProject(tx: Tx, { organizationId }: Actor, row: EnvironmentRow): Promise<void> {
  const project = await findProject(tx, organizationId, row.project_id)
  if (project === undefined) throw notFound()
  if (project.source !== 'compose') throw new AppError(projectProblems.no_compose_file)
}

async function readState(tx: Tx, { organizationId }: Actor, row: EnvironmentRow): Promise<CurrentState> {
  const services = await listServices(tx, organizationId, [row.id])
  const nameOf = new Map(services.map((service) => [service.id, service.name]))
  const variables = await listVariables(tx, organizationId, [row.id])
  return {
    services: services.map(({ name, kind, configuration }) => ({
      name,
      kind,
      ...ServiceConfiguration.parse(configuration),
    })),
    variables: variables.map(({ id, key, value, scope, expand, service_id: serviceId }) => ({
      ...{ id, key, value, scope, expand },
      service: serviceId === null ? null : (nameOf.get(serviceId) ?? null),
    })),
    isLive: row.live_server_id !== null,
  }
}

function requireValid({ problems }: ComposeCheck): void {
  const errors = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, line }) => ({
      pointer: '/compose',
      code,
      message: line === null ? message : `line ${line}: ${message}`,
    }))
  if (errors.length > 0) throw new AppError(platformProblems.validation_failed, undefined, { errors })
}
