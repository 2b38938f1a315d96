/**
 * Every operation of openapi.json: permissions, tenants, limited tokens, operators, escalation, strict input, valid responses,
 * path tricks, retries, fuzzing.
 *
 * @tier gate
 * @budget 370
 * @gate 180 permissions unauthenticated strangers limited operators escalation roles answers surface
 * @topics permissions unauthenticated strangers limited operators escalation roles bodies answers paths surface wire idempotency retries fuzz schemathesis
 * @options --seed=N --case=N --part=N --record-examples
 */
import { createDatabase, type Database } from '../../apps/server/src/testing/internals/database.ts'
import { password, signUp } from '../support/client.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { type Instance, startInstance } from '../support/instance.ts'
import { readApi } from '../support/openapi.ts'
import { Report } from '../support/report.ts'
import { must, newSetting, signUpPeople } from '../support/setting.ts'
import { sweepAnswers } from './sweeps/answers.ts'
import { sweepBodies } from './sweeps/bodies.ts'
import { sweepEscalation } from './sweeps/escalation.ts'
import { sweepFuzz } from './sweeps/fuzz.ts'
import { sweepIdempotency } from './sweeps/idempotency.ts'
import { sweepLimited } from './sweeps/limited.ts'
import { sweepOperators } from './sweeps/operators.ts'
import { part } from './sweeps/part.ts'
import { sweepPaths } from './sweeps/paths.ts'
import { sweepPermissions } from './sweeps/permissions.ts'
import { sweepRetries } from './sweeps/retries.ts'
import { sweepRoles } from './sweeps/roles.ts'
import { runSchemathesis } from './sweeps/schemathesis.ts'
import type { Stage } from './sweeps/stage.ts'
import { sweepStrangers } from './sweeps/strangers.ts'
import { sweepSurface } from './sweeps/surface.ts'
import { sweepUnauthenticated } from './sweeps/unauthenticated.ts'
import { sweepWire } from './sweeps/wire.ts'

const sweeps: Record<string, (stage: Stage) => Promise<void>> = {
  permissions: sweepPermissions,
  unauthenticated: sweepUnauthenticated,
  strangers: sweepStrangers,
  limited: sweepLimited,
  operators: sweepOperators,
  escalation: sweepEscalation,
  roles: sweepRoles,
  bodies: sweepBodies,
  answers: sweepAnswers,
  paths: sweepPaths,
  surface: sweepSurface,
  wire: sweepWire,
  idempotency: sweepIdempotency,
  retries: sweepRetries,
  fuzz: sweepFuzz,
  schemathesis: runSchemathesis,
}

const report = new Report('sweeps')
if (isQuick) console.log(`  --part=${part}`)
{
  // Servers aren't checked automatically: a check would find out that they are fake.
  const quiet = { SERVER_CHECK_SECONDS: '3600', SECURITY_SCAN_HOURS: '0', METRICS_INTERVAL_SECONDS: '0' }
  await using instance = await startInstance({
    environment: { API_REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'warn', ...quiet },
  })
  await using database = createDatabase({
    url: instance.databaseUrl,
    poolSize: 2,
    applicationName: 'sweeps',
    onIdleError: (error) => console.error(error),
  })
  const stage = await setStage(instance, database)
  // In the order of the summary line.
  for (const name of ['operations', 'checks', 'requests', 'fuzz', 'server_errors', 'schemathesis'])
    report.figure(name, 0)
  for (const [name, sweep] of Object.entries(sweeps)) {
    if (!isChosen(name)) continue
    const started = { at: Date.now(), checks: stage.tally.checks }
    await signInAgain(stage)
    await sweep(stage)
    const seconds = ((Date.now() - started.at) / 1_000).toFixed(1)
    console.log(`  ${name.padEnd(16)} ${String(stage.tally.checks - started.checks).padStart(6)} checks ${seconds} s`)
  }
  report.expect(stage.tally.checks > 0, 'no sweep checked anything')
  report.figure('operations', stage.api.operations.length)
  report.figure('checks', stage.tally.checks)
  report.figure('requests', stage.tally.requests)
  report.figure('server_errors', stage.tally.serverErrors)
}
report.finish()

/** Some operations need a recent sign-in, and a sweep takes longer than that. */
async function signInAgain({ instance, home, abroad, self }: Stage): Promise<void> {
  const people = [self, ...Object.values(home.people), ...Object.values(abroad.people)]
  for (const person of people) {
    const { body } = await must(instance, 'POST', '/api/v1/auth/login', { body: { email: person.email, password } })
    Object.assign(person, { token: body.accessToken })
  }
}

async function setStage(instance: Instance, database: Database): Promise<Stage> {
  const [people, foreigners, spare, self] = await Promise.all([
    signUpPeople(instance),
    signUpPeople(instance),
    signUp(instance),
    signUp(instance),
  ])
  const home = await newSetting({ instance, people, spare })
  const abroad = await newSetting({ instance, people: foreigners, spare })
  for (const each of [home, abroad])
    await must(instance, 'PATCH', `/api/v1/organizations/${each.organizationId}`, {
      token: each.people.owner.token,
      body: { quotas: { apiTokens: 1_000_000, members: 1_000_000 } },
    })
  const tally = {
    checks: 0,
    requests: 0,
    serverErrors: 0,
    seen: new Map(),
    known: new Set<string>(),
    effects: new Map(),
  }
  return { instance, database, api: readApi(), report, home, abroad, self, tally }
}
