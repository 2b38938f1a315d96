/** A case: something that goes wrong while a server is hardened, and what must be true afterwards. */
import { setTimeout as delay } from 'node:timers/promises'
import type { SshLayout } from '../../fixtures/images.ts'
import { startTarget, type TargetUser } from '../../fixtures/target.ts'
import { becomesTrue } from '../../support/eventually.ts'
import { type HardeningRunBody, type Lane, type Subject, timerSeconds } from './lane.ts'
import { compareEtc, digestEtc, guardState, leftovers } from './truth.ts'

export interface SabotageCase {
  name: string
  user?: TargetUser
  layout?: SshLayout
  throughProxy?: boolean
  /** Defaults to checks for sshd, the firewall, the kernel and Docker that don't install packages. */
  checks?: readonly string[]
  body?: Record<string, unknown>
  /** Runs before the run is requested. */
  sabotage?: (subject: Subject) => Promise<void>
  /** Runs during the run. */
  during?: (subject: Subject, run: HardeningRunBody) => Promise<void>
  ends: readonly ('confirmed' | 'rolled_back' | 'failed')[]
  codes?: readonly string[]
  /** Paths below /etc that the sabotage itself changes while the run is under way. */
  mayDiffer?: RegExp
}

export const quickChecks = [
  'ssh.x11_forwarding',
  'ssh.max_auth_tries',
  'ssh.kex_algorithms',
  'ssh.config_file_modes',
  'firewall.default_deny_ipv4',
  'firewall.required_ports',
  'firewall.enabled_at_boot',
  'sysctl.send_redirects',
  'docker.live_restore',
  'system.core_dumps',
]

export interface Verdict {
  name: string
  status: string
  code: string
  message: string
  /** The longest time without a successful login. */
  outageMs: number
  faults: string[]
  seconds: number
}

const graceMs = 30_000

export async function judge(lane: Lane, sabotage: SabotageCase): Promise<Verdict> {
  const startedAt = Date.now()
  const faults: string[] = []
  await using target = await startTarget({ ...(sabotage.layout === undefined ? {} : { sshLayout: sabotage.layout }) })
  const user = sabotage.user ?? 'root'
  const subject = await lane.register(target, { user, throughProxy: sabotage.throughProxy === true })
  await sabotage.sabotage?.(subject)
  const before = await digestEtc(target)
  await using watch = new LoginWatch(subject)
  let run: HardeningRunBody | undefined
  try {
    // Cases in which the timer must fire use a short one. Where the run must succeed, a busy machine isn't a fault.
    const mustSucceed = sabotage.ends.every((status) => status === 'confirmed')
    const confirmTimeoutSeconds = mustSucceed ? 120 : timerSeconds
    const body = { checks: sabotage.checks ?? quickChecks, confirmTimeoutSeconds, ...sabotage.body }
    run = await subject.start('harden', body)
    await sabotage.during?.(subject, run)
    run = await subject.untilEnd(run.id, 400_000)
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  }
  if (run !== undefined) faults.push(...(await findFaults(subject, { run, before, sabotage })))
  const canLogIn = await becomesTrue(() => subject.canLogIn(), { withinMs: graceMs, everyMs: 500 })
  if (!canLogIn) faults.push('LOCKED OUT: no one can log in')
  const { outageMs } = watch
  if (outageMs > timerSeconds * 1_000 + graceMs) faults.push(`LOCKED OUT for ${Math.round(outageMs / 1_000)} s`)
  return {
    name: sabotage.name,
    status: run?.status ?? 'none',
    code: run?.error?.code ?? '-',
    message: run?.error == null ? '' : `: ${run.error.message.slice(0, 160)}`,
    outageMs,
    faults,
    seconds: Math.round((Date.now() - startedAt) / 1_000),
  }
}

/** Whether the API's report matches the server. */
async function findFaults(
  { target }: Subject,
  { run, before, sabotage }: { run: HardeningRunBody; before: ReadonlyMap<string, string>; sabotage: SabotageCase },
): Promise<string[]> {
  const faults: string[] = []
  if (!sabotage.ends.some((status) => status === run.status)) {
    faults.push(`ended ${run.status} (${run.error?.code ?? ''}: ${run.error?.message ?? ''})`)
  }
  const code = run.error?.code ?? ''
  if (run.status !== 'confirmed' && sabotage.codes !== undefined && !sabotage.codes.includes(code)) {
    faults.push(`code ${code}: ${run.error?.message ?? ''}`)
  }
  if (run.status !== 'confirmed' && (run.error?.hint ?? '') === '') faults.push('no hint')
  const state = await guardState(target, run.id)
  const changed = compareEtc(before, await digestEtc(target), sabotage.mayDiffer)
  if (run.status === 'confirmed') {
    if (state !== 'confirmed' && run.changes.length > 0) faults.push(`says confirmed, the server says ${state}`)
    if (changed.length === 0 && run.changes.length > 0) faults.push('says confirmed, nothing changed')
  } else {
    if (!['none', 'reverted', 'discarded'].includes(state)) faults.push(`says ${run.status}, the server says ${state}`)
    if (changed.length > 0) faults.push(`not put back: ${changed.slice(0, 6).join(', ')}`)
  }
  const left = await leftovers(target)
  if (left.length > 0) faults.push(`left behind: ${left.slice(0, 3).join(' | ')}`)
  return faults
}

/** Logs in from outside repeatedly during the whole case. */
class LoginWatch implements AsyncDisposable {
  readonly #subject: Subject
  readonly #watching: Promise<void>
  #isOver = false
  #lastGood = Date.now()
  #longest = 0

  constructor(subject: Subject) {
    this.#subject = subject
    this.#watching = this.#watch()
  }

  get outageMs(): number {
    return Math.max(this.#longest, Date.now() - this.#lastGood)
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      const isIn = await this.#subject.canLogIn()
      const now = Date.now()
      this.#longest = Math.max(this.#longest, now - this.#lastGood)
      if (isIn) this.#lastGood = now
      await delay(2_000)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await this.#watching
  }
}
