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
import { type Installation, openInstallation } from './doctor/installation.ts'
import type { Plant } from './doctor/seeded-fault.ts'
import { plantsOfDatabase } from './doctor/database-faults.ts'
import { plantsOfProcesses } from './doctor/process-faults.ts'
import { plantsOfSettings } from './doctor/setting-faults.ts'
import { type DoctorReport, runDoctor } from './doctor/run-doctor.ts'

/** On a quiet machine it takes a few seconds; an engine that looks for a worker takes the longest. */
const limitMs = 90_000

const report = new Report('doctor')
const all = [...plantsOfSettings, ...plantsOfDatabase, ...plantsOfProcesses]
const only = option('only')
const plants = all.filter((plant) =>
  only === undefined ? !isQuick || plant.isQuick === true : plant.name.includes(only),
)
const tally = { planted: 0, found: 0, falseAlarms: 0, slowestMs: 0, leaks: 0 }
{
  await using installation = await openInstallation()
  await expectWell(installation, 'before')
  for (const plant of plants) {
    await tryPlant(installation, plant).catch((error: unknown) => {
      report.expect(false, `${plant.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    })
    if (!isQuick) await expectWell(installation, `after "${plant.name}"`)
  }
  if (isQuick) await expectWell(installation, 'after all')
  await expectWords(installation)
}
report.figure('planted', tally.planted)
report.figure('found', tally.found)
report.figure('false_alarms', tally.falseAlarms)
report.figure('secrets_shown', tally.leaks)
report.figure('slowest_s', (tally.slowestMs / 1_000).toFixed(1))
report.expect(tally.planted >= 15 || only !== undefined, 'at least fifteen faults are planted')
report.figure('quick', isQuick)
report.finish()

async function tryPlant(installation: Installation, plant: Plant): Promise<void> {
  const mend = await plant.plant?.(installation)
  try {
    tally.planted += 1
    const environment = { ...environmentOf(installation, plant), ...(await plant.environment?.(installation)) }
    const said = await look(installation, { environment, node: plant.node ?? [] })
    judge(plant, said)
  } finally {
    await mend?.()
  }
}

function environmentOf({ environment, apiEnvironment }: Installation, { as }: Plant): Record<string, string> {
  if (as === 'api') return apiEnvironment
  if (as === undefined) return environment
  const ofApi = new Set(['API_DERIVE_KEY_FILE', 'SEALING_RECIPIENT', 'API_PORT', 'API_METRICS_PORT'])
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ofApi.has(name)))
}

function judge({ name, codes }: Plant, { checks, exitCode, tookMs }: DoctorReport): void {
  const alarms = checks.filter(({ status }) => status === 'fault' || status === 'warning')
  const isFound = Object.entries(codes).every(([code, status]) =>
    alarms.some((each) => each.code === code && each.status === status && (each.remedy ?? '').length > 10),
  )
  const falseAlarms = alarms.filter(({ code }) => !(code in codes))
  const wantedExit = Object.values(codes).includes('fault') ? 1 : 0
  const isExact = report.expect(isFound, `${name}: ${Object.keys(codes)} is not told: ${tell(alarms)}`)
  const isRight = report.expect(exitCode === wantedExit, `${name}: exit code ${exitCode}, should be ${wantedExit}`)
  report.expect(falseAlarms.length === 0, `${name}: also told: ${tell(falseAlarms)}`)
  report.expectTime(tookMs < limitMs, `${name}: took ${Math.round(tookMs / 1_000)} s`)
  tally.falseAlarms += falseAlarms.length
  if (isExact && isRight) tally.found += 1
  console.error(`  ${name}: ${tell(alarms.filter(({ code }) => code in codes))} (${(tookMs / 1_000).toFixed(1)} s)`)
}

async function expectWell(installation: Installation, when: string): Promise<void> {
  const { checks, exitCode, output } = await look(installation, { environment: installation.environment, node: [] })
  const alarms = checks.filter(({ status }) => status !== 'ok')
  tally.falseAlarms += alarms.length
  report.expect(alarms.length === 0, `${when}, in a well installation: ${tell(alarms)}`)
  report.expect(exitCode === 0 && checks.length > 0, `${when}: exit code ${exitCode}: ${output.slice(-300)}`)
}

/** For people: a line for each check, and words that it does not know are told by exit code 2. */
async function expectWords({ environment }: Installation): Promise<void> {
  const text = await runDoctor(environment, [])
  report.expect(
    text.exitCode === 0 && /^ok {7}settings /m.test(text.output),
    'the text for people is not as it should be',
  )
  const wrong = await runDoctor(environment, ['--verbose'])
  report.expect(wrong.exitCode === 2, `unknown words: exit code ${wrong.exitCode}`)
}

async function look(
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

function tell(alarms: DoctorReport['checks']): string {
  return alarms.map(({ code, status, text }) => `${status} ${code} (${text})`).join('; ') || 'nothing'
}
