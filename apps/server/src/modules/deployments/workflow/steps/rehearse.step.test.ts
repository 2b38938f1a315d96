import { expect, test } from 'vitest'
import type { Step } from '../../../../platform/durable/workflow.ts'
import { newId } from '../../../../platform/ids/type-id.ts'
import { defaultRehearsal, type RehearsalSettings } from '../../../environments/rehearsal-settings.schemas.ts'
import { ServiceBody } from '../../../environments/services.schemas.ts'
import type { BuiltRelease, DeploymentPlan } from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import type { Rehearsal, RehearsalFacts, RehearsalSkip } from '../../rehearsals/rehearsal.schemas.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { rehearse } from './rehearse.step.ts'

const web = service({
  name: 'web',
  kind: 'web',
  port: 80,
  source: { builder: 'image', image: 'shop' },
  releaseCommand: 'migrate',
})
const db = service({ name: 'db', kind: 'postgres' })
const cache = service({ name: 'cache', kind: 'redis' })
const stopping = { ...defaultRehearsal, mode: 'stop' } as const
const command = { service: 'web', end: 'exited', exitCode: 0, oomKilled: false, durationMs: 10, output: '' } as const
const passed: RehearsalFacts = { commands: [command], databases: [] }
const failed: RehearsalFacts = { commands: [{ ...command, exitCode: 1 }], databases: [] }

test('does nothing when it is off, without a live version, for a rollback, and without a release command or a database', async () => {
  for (const change of [
    { settings: defaultRehearsal },
    { hasPrevious: false },
    { trigger: 'rollback' },
    { services: [{ ...web, configuration: { ...web.configuration, releaseCommand: null } }, db] },
    { services: [web, cache] },
    { begun: 1 },
  ] satisfies Given[]) {
    const { calls, result } = await run(change)
    expect(result).toEqual({ isSkipped: true })
    expect(calls).toEqual([])
  }
})

test('runs the release command on copies, and makes a backup of each database right before the real run', async () => {
  const { calls, saved, result } = await run({ services: [web, db, cache] })
  expect(result).toEqual({ isSkipped: false })
  expect(calls).toEqual(['run: db,cache: web', 'save: passed', 'back up: db fresh', 'checkpoints: db'])
  expect(saved[0]).toMatchObject({ findings: [], mode: 'stop' })
})

test('a finding stops the deployment before any backup, with the report stored', async () => {
  const { calls, error } = await run({ facts: failed })
  expect(error).toMatchObject({ code: 'rehearsal_stopped', message: expect.stringContaining('exited with code 1') })
  expect(calls).toEqual(['run: db: web', 'save: stopped'])
})

test('in the mode report, a finding is a warning', async () => {
  const { calls, warnings } = await run({ facts: failed, settings: { ...stopping, mode: 'report' } })
  expect(warnings).toEqual(['rehearsal_findings'])
  expect(calls).toEqual(['run: db: web', 'save: reported', 'back up: db fresh', 'checkpoints: db'])
})

test('a skipped rehearsal is a warning with its reason, and the deployment continues', async () => {
  const { calls, warnings, saved } = await run({ skipped: { reason: 'backup_too_old', detail: 'It is too old.' } })
  expect(warnings).toEqual(['rehearsal_skipped'])
  expect(saved).toMatchObject([{ skipped: { reason: 'backup_too_old' } }])
  expect(calls).toContain('save: skipped')
  expect(calls).toContain('checkpoints: db')
})

test('without a storage location, there is no backup before the real run', async () => {
  expect((await run({ canBackUp: false })).calls).toEqual(['run: db: web', 'save: passed'])
})

test('an attempt that starts over uses the stored result', async () => {
  const known = { status: 'passed', findings: [] } as unknown as Rehearsal
  expect((await run({ known })).calls).toEqual(['back up: db fresh', 'checkpoints: db'])
  const bad = { status: 'stopped', findings: [{ detail: 'It was bad.', stops: true }] } as unknown as Rehearsal
  const { calls, error } = await run({ known: bad })
  expect(calls).toEqual([])
  expect(error).toMatchObject({ code: 'rehearsal_stopped' })
})

interface Given {
  readonly settings?: RehearsalSettings
  readonly services?: readonly (typeof web)[]
  readonly hasPrevious?: boolean
  readonly trigger?: string
  readonly begun?: number
  readonly facts?: RehearsalFacts
  readonly skipped?: RehearsalSkip
  readonly canBackUp?: boolean
  readonly known?: Rehearsal
}

async function run(given: Given) {
  const { settings = stopping, services = [web, db], hasPrevious = true, canBackUp = true, facts = passed } = given
  const calls: string[] = []
  const warnings: string[] = []
  const saved: unknown[] = []
  const names = (list: readonly { service: string }[]) => list.map((each) => each.service).join()
  const deps = {
    rehearsals: {
      rehearse: {
        async run({ databases, programs }: { databases: { service: string }[]; programs: { service: string }[] }) {
          calls.push(`run: ${names(databases)}: ${names(programs)}`)
          return given.skipped === undefined ? { facts } : { skipped: given.skipped }
        },
        canBackUp: async () => canBackUp,
      },
      records: {
        settings: async () => settings,
        find: async () => given.known,
        async save(_tx: unknown, _organization: unknown, { status, report }: { status: string; report: unknown }) {
          calls.push(`save: ${status}`)
          saved.push(report)
        },
        async saveCheckpoints(
          _tx: unknown,
          _organization: unknown,
          { checkpoints }: { checkpoints: { service: string }[] },
        ) {
          calls.push(`checkpoints: ${names(checkpoints)}`)
        },
      },
    },
    async backUpFirst({ name, isFresh }: { name: string; isFresh?: boolean }) {
      calls.push(`back up: ${name}${isFresh === true ? ' fresh' : ''}`)
      return { backupId: newId('bkp'), startedAt: new Date() }
    },
    records: {
      deployment: async () => ({ trigger: given.trigger ?? 'manual' }),
      openVariables: async () => new Map(),
      openCredentials: async () => ({
        username: 'app',
        databaseName: 'app',
        password: { reveal: () => 'secret-password' },
      }),
      dataVolumes: async () => () => 'volume',
      addWarnings: async (_tx: unknown, _context: unknown, list: { code: string }[]) =>
        void warnings.push(...list.map(({ code }) => code)),
    },
    programs: { list: async () => Array.from({ length: given.begun ?? 0 }) },
    log: {
      open: () => ({
        writeLine: async () => undefined,
        mask: () => undefined,
        [Symbol.asyncDispose]: async () => undefined,
      }),
    },
    clock: { now: () => 1_000 },
  } as unknown as DeployDeps
  const steps = { plan: {} as Step<DeploySubject, DeploymentPlan>, buildImage: {} as Step<DeploySubject, BuiltRelease> }
  const input = { environmentId: newId('env'), serverId: newId('srv'), buildServerId: newId('srv') }
  const context = {
    run: { id: newId('dep'), organizationId: newId('org'), input },
    ...{ input, fence: 7, signal: new AbortController().signal },
    output: (step: unknown) =>
      step === steps.plan
        ? { services, variables: [], hostnames: {}, urls: [], previous: hasPrevious ? {} : null }
        : { images: { web: { id: `sha256:${'a'.repeat(64)}` } } },
    write: (work: (tx: unknown) => Promise<void>) => work(null),
  } as unknown as DeployContext
  const outcome = await rehearse(deps, steps)
    .run(context)
    .then(
      (result) => ({ result, error: null }),
      (error: unknown) => ({ result: null, error }),
    )
  return { calls, warnings, saved, ...outcome }
}

function service(body: Record<string, unknown>) {
  const { name, kind, ...configuration } = ServiceBody.parse(body)
  return { serviceId: newId('svc'), name, kind, configuration, texts: {} }
}
