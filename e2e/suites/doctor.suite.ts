/**
 * `doctor` on a real installation with seeded faults: it names exactly the fault, says how to fix it, shows no secret, and is
 * quiet otherwise.
 *
 * --quick: a part of the faults. --only=TEXT: faults with it in their name.
 *
 * @tier all
 * @budget 120
 * @options --only=TEXT
 */
import { isQuick, option } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { databaseFaults } from './doctor/database-faults.ts'
import { type Installation, openInstallation } from './doctor/installation.ts'
import { processFaults } from './doctor/process-faults.ts'
import { type DoctorReport, runDoctor } from './doctor/run-doctor.ts'
import type { SeededFault } from './doctor/seeded-fault.ts'
import { settingFaults } from './doctor/setting-faults.ts'

/** On a quiet machine it takes a few seconds. Restate's search for a worker takes the longest. */
const limitMs = 90_000

const report = new Report('doctor')
const all = [...settingFaults, ...databaseFaults, ...processFaults]
const only = option('only')
const faults = all.filter((fault) =>
  only === undefined ? !isQuick || fault.isQuick === true : fault.name.includes(only),
)
const tally = { seeded: 0, found: 0, falseAlarms: 0, slowestMs: 0, leaks: 0 }
{
  await using installation = await openInstallation()
  await expectWell(installation, 'before')
  for (const fault of faults) {
    await tryFault(installation, fault).catch((error: unknown) => {
      report.expect(false, `${fault.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    })
    if (!isQuick) await expectWell(installation, `after "${fault.name}"`)
  }
  if (isQuick) await expectWell(installation, 'after all')
  await expectWords(installation)
}
report.figure('planted', tally.seeded)
report.figure('found', tally.found)
report.figure('false_alarms', tally.falseAlarms)
report.figure('secrets_shown', tally.leaks)
report.figure('slowest_s', (tally.slowestMs / 1_000).toFixed(1))
report.expect(tally.seeded >= 15 || only !== undefined, 'at least fifteen faults are planted')
report.figure('quick', isQuick)
report.finish()

async function tryFault(installation: Installation, fault: SeededFault): Promise<void> {
  const undo = await fault.seed?.(installation)
  try {
    tally.seeded += 1
    const environment = { ...environmentOf(installation, fault), ...(await fault.environment?.(installation)) }
    const said = await runChecks(installation, { environment, node: fault.node ?? [] })
    judge(fault, said)
  } finally {
    await undo?.()
  }
}

function environmentOf({ environment, apiEnvironment }: Installation, { as }: SeededFault): Record<string, string> {
  if (as === 'api') return apiEnvironment
  if (as === undefined) return environment
  const ofApi = new Set(['API_DERIVE_KEY_FILE', 'SEALING_RECIPIENT', 'API_PORT', 'API_METRICS_PORT'])
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ofApi.has(name)))
}

function judge({ name, codes }: SeededFault, { checks, exitCode, tookMs }: DoctorReport): void {
  const alarms = checks.filter(({ status }) => status === 'fault' || status === 'warning')
  const isFound = Object.entries(codes).every(([code, status]) =>
    alarms.some((each) => each.code === code && each.status === status && (each.remedy ?? '').length > 10),
  )
  const falseAlarms = alarms.filter(({ code }) => !(code in codes))
  const wantedExit = Object.values(codes).includes('fault') ? 1 : 0
  const isExact = report.expect(isFound, `${name}: ${Object.keys(codes)} is not reported: ${describe(alarms)}`)
  const isRight = report.expect(exitCode === wantedExit, `${name}: exit code ${exitCode}, should be ${wantedExit}`)
  report.expect(falseAlarms.length === 0, `${name}: also reported: ${describe(falseAlarms)}`)
  report.expectTime(tookMs < limitMs, `${name}: took ${Math.round(tookMs / 1_000)} s`)
  tally.falseAlarms += falseAlarms.length
  if (isExact && isRight) tally.found += 1
  console.error(`  ${name}: ${describe(alarms.filter(({ code }) => code in codes))} (${(tookMs / 1_000).toFixed(1)} s)`)
}

async function expectWell(installation: Installation, when: string): Promise<void> {
  const { checks, exitCode, output } = await runChecks(installation, {
    environment: installation.environment,
    node: [],
  })
  const alarms = checks.filter(({ status }) => status !== 'ok')
  tally.falseAlarms += alarms.length
  report.expect(alarms.length === 0, `${when}, in a well installation: ${describe(alarms)}`)
  report.expect(exitCode === 0 && checks.length > 0, `${when}: exit code ${exitCode}: ${output.slice(-300)}`)
}

/** Human-readable output has a line for each check, and unknown arguments exit with code 2. */
async function expectWords({ environment }: Installation): Promise<void> {
  const text = await runDoctor(environment, [])
  report.expect(
    text.exitCode === 0 && /^ok {7}settings /m.test(text.output),
    'the text for people is not as it should be',
  )
  const wrong = await runDoctor(environment, ['--verbose'])
  report.expect(wrong.exitCode === 2, `unknown words: exit code ${wrong.exitCode}`)
}

async function runChecks(
  { secrets }: Installation,
  { environment, node }: { environment: Record<string, string>; node: string[] },
): Promise<DoctorReport> {
  const said = await runDoctor(environment, ['--json'], node)
  tally.slowestMs = Math.max(tally.slowestMs, said.tookMs)
  const leaked = (await secrets.values()).filter((value) => said.output.includes(value))
  tally.leaks += leaked.length
  report.expect(leaked.length === 0, `${leaked.length} secrets are in its words`)
  return said
}

function describe(alarms: DoctorReport['checks']): string {
  return alarms.map(({ code, status, text }) => `${status} ${code} (${text})`).join('; ') || 'nothing'
}
