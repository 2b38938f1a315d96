/**
 * Hardening of real servers: sabotage, the death of every part at every step, and an undo to the byte.
 *
 * @tier all
 * @budget 400
 * @alone
 * @topics locks security-state kills whole whole-socket pending precedence refusals ssh firewall services restarts takeovers
 * @topics absences cuts deaths
 * @options --only=TEXT --lanes=N
 */
import { isChosen, isQuick, namesTopics, numberOption, option } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { firewallCases, serviceCases, sshCases } from './hardening/apply-cases.ts'
import { judge, type SabotageCase, type Verdict } from './hardening/case.ts'
import { pendingCases, precedenceCases, refusalCases } from './hardening/configuration-cases.ts'
import { absenceCases, cutCases, otherDeaths, restartCases, takeoverCases } from './hardening/control-plane-cases.ts'
import { proveKills } from './hardening/kills.ts'
import { Lane } from './hardening/lane.ts'
import { proveLocks } from './hardening/locks.ts'
import { proveSecurityState } from './hardening/security-state.ts'
import { proveWhole } from './hardening/whole.ts'

const groups: Record<string, SabotageCase[]> = {
  pending: pendingCases,
  precedence: precedenceCases,
  refusals: refusalCases,
  ssh: sshCases,
  firewall: firewallCases,
  services: serviceCases,
  restarts: restartCases,
  takeovers: takeoverCases,
  absences: absenceCases,
  cuts: cutCases,
  deaths: otherDeaths,
}
/** One of each kind for the quick form. */
const quickNames = [
  'pending AllowUsers nobody',
  'AllowUsers nobody before the reload',
  'ufw loses the rule for SSH',
  'the server restarts during apply',
  'worker away from apply on, for longer than the timer',
]
const topics: Record<string, (lane: Lane, report: Report) => Promise<void>> = {
  locks: proveLocks,
  'security-state': proveSecurityState,
  kills: proveKills,
  whole: (lane, report) => proveWhole(lane, report, { user: 'deploy', layout: 'service' }),
  'whole-socket': (lane, report) => proveWhole(lane, report, { user: 'root', layout: 'socket' }),
}

const only = option('only')
const lanes = numberOption('lanes', isQuick ? 3 : 2)
const report = new Report('hardening')
const started = Date.now()
const verdicts: Verdict[] = []
const queue: ((lane: Lane) => Promise<void>)[] = []
for (const [name, topic] of Object.entries(topics)) {
  if (isChosen(name) && only === undefined && (namesTopics || !isQuick || name !== 'whole-socket'))
    queue.push((lane) => guarded(name, () => topic(lane, report)))
}
for (const [group, cases] of Object.entries(groups)) {
  const isWanted = isChosen(group)
  for (const sabotage of cases) {
    const isInForm = isWanted && (namesTopics || !isQuick || quickNames.includes(sabotage.name))
    if (only === undefined ? isInForm : sabotage.name.includes(only)) queue.push((lane) => run(lane, sabotage))
  }
}
await Promise.all(Array.from({ length: Math.min(lanes, queue.length) }, work))
const outages = verdicts.map((verdict) => verdict.outageMs)
report.figure('cases', verdicts.length)
report.figure(
  'lock_outs',
  verdicts.filter((verdict) => verdict.faults.some((fault) => fault.startsWith('LOCKED'))).length,
)
report.figure('untruthful', verdicts.filter((verdict) => verdict.faults.length > 0).length)
report.figure('longest_outage_s', Math.round(Math.max(0, ...outages) / 1_000))
report.figure('quick', isQuick)
report.figure('seconds', Math.round((Date.now() - started) / 1_000))
report.finish()

async function work(): Promise<void> {
  await using lane = await Lane.start()
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next(lane)
}

async function run(lane: Lane, sabotage: SabotageCase): Promise<void> {
  await guarded(sabotage.name, async () => {
    const verdict = await judge(lane, sabotage)
    verdicts.push(verdict)
    const outage = `${Math.round(verdict.outageMs / 1_000)} s out`
    console.error(
      `  ${verdict.name}: ${verdict.status} ${verdict.code}, ${outage}, ${verdict.seconds} s${verdict.message}`,
    )
    for (const fault of verdict.faults) report.expect(false, `${verdict.name}: ${fault}`)
  })
}

async function guarded(name: string, topic: () => Promise<void>): Promise<void> {
  const from = Date.now()
  try {
    await topic()
  } catch (error) {
    report.expect(
      false,
      `${name} ended with ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }
  if (Object.hasOwn(topics, name)) console.error(`  ${name}: ${Math.round((Date.now() - from) / 1_000)} s`)
}
