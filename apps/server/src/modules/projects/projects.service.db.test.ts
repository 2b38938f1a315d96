import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects, failsWith, shop } from '../../testing/test-projects.ts'
import { imageReport } from './image-report.remote.ts'
import { projectCompose } from './project-compose.crypto.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const { projects, analyses, unsealer } = fixture
let actor: Actor

const create = (body?: object) => fixture.create(actor, body)
const update = (id: Id<'prj'>, body: object, by = actor) => fixture.update(by, id, body)
const finalize = (id: Id<'prj'>, body: object, by = actor) => fixture.finalize(by, id, body)
const end = (id: Id<'prj'>, how: Parameters<typeof fixture.end>[2]) => fixture.end(actor, id, how)
const analyzed = () => fixture.analyzed(actor)
const events = () => fixture.events(actor)
const runs = () => fixture.runs(actor)
const newActor = () => fixture.newActor()

beforeEach(async () => {
  actor = await fixture.newActor()
})

describe('new project', () => {
  it('is analyzed immediately, and its URL is normalized', async () => {
    const project = await create()
    expect(project).toMatchObject({
      slug: 'shop',
      status: 'analyzing',
      source: 'repository',
      branch: null,
      repository: {
        providerId: null,
        fullName: 'ada/shop',
        url: 'https://git.example.com/ada/shop',
        rootDirectory: '.',
      },
      analysis: { status: 'queued', services: [], files: null, commit: null },
      environments: [],
    })
    expect(await runs()).toEqual(['analyze-project'])
    expect(await events()).toEqual(['project created'])
  })

  it('gets a unique slug', async () => {
    const slugs = []
    for (const name of ['Shop', 'shop', 'SHOP!', 'Shop 2']) slugs.push((await create({ ...shop, name })).slug)
    expect(slugs).toEqual(['shop', 'shop-2', 'shop-3', 'shop-2-2'])
  })

  it('can be an image or compose text, which is sealed', async () => {
    expect(await create({ name: 'Proxy', image: 'nginx:1.29' })).toMatchObject({
      image: 'nginx:1.29',
      repository: null,
    })
    const compose = 'services:\n  db:\n    environment: { POSTGRES_PASSWORD: hunter2hunter2 }\n'
    const created = await create({ name: 'Stack', compose })
    expect(JSON.stringify(created)).not.toContain('hunter2')
    const row = await database.systemDb
      .selectFrom('projects')
      .select('sealed_compose')
      .where('id', '=', created.id)
      .executeTakeFirstOrThrow()
    const context = contextOf(projectCompose, created.id, actor.organizationId)
    expect((await unsealer.unseal(context, row.sealed_compose ?? '')).reveal()).toBe(compose)
  })

  it('keeps its profiles, and is analyzed again when they change', async () => {
    const compose = 'services:\n  web: { image: nginx }\n  shell: { image: busybox, profiles: [debug] }\n'
    const { id, composeProfiles } = await create({ name: 'Stack', compose, composeProfiles: ['debug'] })
    expect(composeProfiles).toEqual(['debug'])
    await end(id, { report: imageReport('nginx') })
    expect((await update(id, { name: 'Stack 2' })).composeProfiles).toEqual(['debug'])
    expect(await runs()).toEqual(['analyze-project'])
    expect(await update(id, { name: 'Stack 2', composeProfiles: ['*'] })).toMatchObject({
      composeProfiles: ['*'],
      analysis: { status: 'queued' },
    })
    expect(await runs()).toEqual(['analyze-project', 'analyze-project'])
  })

  it('returns 422 for a Git provider of another organization', async () => {
    const repository = { providerId: 'git_01k9z4q7xkf0n8v4w2t6m3c5ra', fullName: 'ada/shop' }
    await expect(create({ name: 'Shop', repository })).rejects.toEqual(failsWith('validation_failed'))
    expect(await runs()).toEqual([])
  })

  it('returns 409 if the quota is exhausted', async () => {
    await database.systemDb
      .updateTable('organizations')
      .set({ quotas: JSON.stringify({ projects: 1 }) })
      .where('id', '=', actor.organizationId)
      .execute()
    await create()
    await expect(create()).rejects.toEqual(failsWith('quota_exceeded'))
  })

  it('is invisible to other organizations', async () => {
    const { id } = await create()
    const stranger = await newActor()
    await expect(projects.get(stranger, id)).rejects.toEqual(failsWith('not_found'))
    await expect(update(id, { name: 'Mine' }, stranger)).rejects.toEqual(failsWith('not_found'))
    await expect(projects.remove(stranger, id, {})).rejects.toEqual(failsWith('not_found'))
    await expect(analyses.retry(stranger, id, {})).rejects.toEqual(failsWith('not_found'))
    await expect(analyses.newest(stranger, id)).rejects.toEqual(failsWith('not_found'))
    await expect(finalize(id, { environment: { name: 'x' } }, stranger)).rejects.toEqual(failsWith('not_found'))
    expect((await projects.list(stranger, { limit: 20, cursor: undefined, q: undefined })).items).toEqual([])
  })
})

describe('retry', () => {
  it('returns 409 while an analysis runs', async () => {
    const { id } = await create()
    await expect(analyses.retry(actor, id, {})).rejects.toEqual(failsWith('analysis_running'))
  })

  it('reads the new branch after a change, and continues the event numbers', async () => {
    const { id } = await create()
    const first = await analyses.newest(actor, id)
    await end(id, { failed: 'branch_not_found' })
    expect(await projects.get(actor, id)).toMatchObject({
      status: 'analysis_failed',
      analysis: { error: { code: 'branch_not_found' }, branch: 'trunk' },
    })
    expect(await analyses.retry(actor, id, { branch: 'dev' })).toMatchObject({ status: 'queued', branch: 'dev' })
    const second = await analyses.newest(actor, id)
    expect(first.eventsBefore).toBe(0)
    expect(second.eventsBefore).toBe(1)
    expect(await projects.get(actor, id)).toMatchObject({ status: 'analyzing', branch: 'dev', version: 2 })
    const seqs = await database.systemDb
      .selectFrom('run_events')
      .select('seq')
      .where('run_id', '=', second.id)
      .execute()
    expect(seqs).toEqual([{ seq: 2 }])
  })

  it('keeps twenty analyses of a project', async () => {
    const { id } = await create({ name: 'Proxy', image: 'nginx' })
    for (let round = 0; round < 22; round += 1) {
      await end(id, { failed: 'analysis_failed' })
      await analyses.retry(actor, id, {})
    }
    const rows = await database.systemDb.selectFrom('analyses').select('id').where('project_id', '=', id).execute()
    expect(rows).toHaveLength(20)
  })
})

describe('change', () => {
  it('of the name starts nothing', async () => {
    const id = await analyzed()
    expect(await update(id, { name: 'Store', ...{ repository: shop.repository } })).toMatchObject({
      name: 'Store',
      slug: 'shop',
      version: 2,
      status: 'analyzed',
    })
    expect(await runs()).toEqual(['analyze-project'])
  })

  it('of the folder, the branch or the source starts an analysis', async () => {
    const id = await analyzed()
    expect(await update(id, { name: 'Shop', rootDirectory: 'apps/web' })).toMatchObject({
      status: 'analyzing',
      repository: { rootDirectory: 'apps/web' },
    })
    await expect(update(id, { name: 'Shop', branch: 'dev' })).rejects.toEqual(failsWith('analysis_running'))
    await end(id, { report: imageReport('nginx') })
    expect(await update(id, { name: 'Shop', branch: 'dev' })).toMatchObject({
      branch: 'dev',
      repository: { rootDirectory: 'apps/web' },
    })
    await end(id, { report: imageReport('nginx') })
    expect(await update(id, { name: 'Shop', image: 'nginx' })).toMatchObject({ source: 'image', repository: null })
    expect(await runs()).toHaveLength(4)
  })

  it('returns 412 for another version', async () => {
    const id = await analyzed()
    const late = { ...actor, ifMatch: 7 }
    await expect(update(id, { name: 'Store' }, late)).rejects.toEqual(failsWith('version_mismatch'))
    await expect(projects.remove(late, id, {})).rejects.toEqual(failsWith('version_mismatch'))
  })
})

describe('deletion', () => {
  it('cancels the analysis and queues behind it; repeating it is idempotent', async () => {
    const { id } = await create()
    expect((await projects.remove(actor, id, {})).deletionRequestedAt).toBeInstanceOf(Date)
    await projects.remove(actor, id, {})
    expect(await runs()).toEqual(['analyze-project cancelled', 'remove-project'])
    await expect(update(id, { name: 'x' })).rejects.toEqual(failsWith('project_being_deleted'))
    await expect(analyses.retry(actor, id, {})).rejects.toEqual(failsWith('project_being_deleted'))
  })
})

it("a report that this version can't read doesn't cause a 500", async () => {
  const id = await analyzed()
  await database.systemDb
    .updateTable('analyses')
    .set({ report: '{"services":1}' })
    .where('project_id', '=', id)
    .execute()
  expect(await projects.get(actor, id)).toMatchObject({
    analysis: { error: { code: 'report_outdated' }, services: [] },
  })
  await expect(finalize(id, { environment: { name: 'x' } })).rejects.toEqual(failsWith('analysis_not_completed'))
})
