/** Project services with a test database, and an actor to use them. */
import type { Report } from '@longshore/analyzer/report'
import { expect } from 'vitest'
import { deployFirst } from '../modules/deployments/start-deployment.action.ts'
import { createFirstDomain, createListDomains } from '../modules/domains/index.ts'
import { advanceAnalysis } from '../modules/projects/analyses.repository.ts'
import { createAnalysesService } from '../modules/projects/analyses.service.ts'
import { FinalizeBody } from '../modules/projects/finalize.schemas.ts'
import { createFinalizeService } from '../modules/projects/finalize.service.ts'
import { imageReport } from '../modules/projects/image-report.remote.ts'
import { CreateProjectBody, UpdateProjectBody } from '../modules/projects/projects.schemas.ts'
import { createProjectsService } from '../modules/projects/projects.service.ts'
import type { Actor } from '../platform/access/actor.ts'
import { systemClock } from '../platform/clock/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Id } from '../platform/ids/brand.ts'
import { newId } from '../platform/ids/type-id.ts'
import { createSealer } from '../platform/secrets/seal.ts'
import { createUnsealer, generateIdentity } from '../platform/secrets/unseal.ts'
import { testActor } from './test-actor.ts'

export const shop = { name: 'Shop', repository: { url: 'https://git.example.com/ada/shop.git' } }
export const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })

export async function createTestProjects(database: Database) {
  const { identity, recipient } = await generateIdentity()
  const options = { database, sealer: createSealer(recipient), clock: systemClock }
  const projects = createProjectsService(options)
  const names = { publicUrl: 'https://longshore.example.org', addressDomain: 'sslip.io', allowed: [] }
  const settings = { addressDomain: 'sslip.io' }
  const attaching = { ...options, names, isSignUpOpen: false, settings }
  const [firstDomain, domains] = [createFirstDomain(attaching), createListDomains(attaching)]
  const finalizing = createFinalizeService({ ...options, deploy: deployFirst, firstDomain, domains })
  const analyses = createAnalysesService({ database, link: { stream: () => Promise.reject(new Error('no worker')) } })
  const create = (actor: Actor, body: object = shop) => projects.create(actor, CreateProjectBody.parse(body))

  /** Ends the analysis as the worker does. */
  async function end(actor: Actor, id: Id<'prj'>, how: { report: Report } | { failed: string }): Promise<void> {
    const newest = await analyses.newest(actor, id)
    const { organizationId } = actor
    await database.system(async (tx) => {
      await advanceAnalysis(tx, organizationId, { id: newest.id, to: 'scanning', branch: 'trunk' })
      const done =
        'report' in how
          ? ({ to: 'completed', report: how.report } as const)
          : ({ to: 'failed', error: { code: how.failed, title: 't', detail: 'd', hint: 'h' } } as const)
      await advanceAnalysis(tx, organizationId, { id: newest.id, ...done })
    })
  }

  return {
    options,
    domains,
    projects,
    analyses,
    finalizing,
    unsealer: await createUnsealer([identity]),
    create,
    end,
    update: (actor: Actor, id: Id<'prj'>, body: object) => projects.update(actor, id, UpdateProjectBody.parse(body)),
    finalize: (actor: Actor, id: Id<'prj'>, body: object) => finalizing.finalize(actor, id, FinalizeBody.parse(body)),
    async analyzed(actor: Actor, report: Report = imageReport('nginx'), body: object = shop): Promise<Id<'prj'>> {
      const { id } = await create(actor, body)
      await end(actor, id, { report })
      return id
    },
    async newActor(): Promise<Actor> {
      const organizationId = newId('org')
      await database.systemDb.insertInto('organizations').values({ id: organizationId, name: 'Test' }).execute()
      const userId = newId('usr')
      const email = `${userId}@example.com`
      await database.systemDb
        .insertInto('users')
        .values({ id: userId, email, email_key: email, password_hash: 'none' })
        .execute()
      return testActor(organizationId, { userId })
    },
    async events(actor: Actor): Promise<string[]> {
      const rows = await database.systemDb
        .selectFrom('events')
        .select(['data', 'project_id'])
        .where('organization_id', '=', actor.organizationId)
        .where('kind', '=', 'project_updated')
        .orderBy('seq')
        .execute()
      expect(rows.every((row) => row.project_id !== null)).toBe(true)
      return rows.map((row) => {
        const { changed, action } = row.data as { changed: string; action: string }
        return `${changed} ${action}`
      })
    },
    async runs(actor: Actor): Promise<string[]> {
      const rows = await database.systemDb
        .selectFrom('workflow_runs')
        .select(['kind', 'cancel_requested_at'])
        .where('organization_id', '=', actor.organizationId)
        .orderBy('position')
        .execute()
      return rows.map((row) => `${row.kind}${row.cancel_requested_at === null ? '' : ' cancelled'}`)
    },
  }
}
