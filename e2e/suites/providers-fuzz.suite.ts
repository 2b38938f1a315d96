/**
 * Git providers that fail, lie and attack: one contract for all kinds, damaged responses, internal addresses, injected text.
 *
 * @tier all
 * @budget 120
 * @topics contract faults rebinding ssrf app tenants injection fuzz
 * @options --seed=N
 */
import { signUp } from '../support/client.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { type Instance, startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { proveApp } from './providers-fuzz/app.ts'
import { proveContract } from './providers-fuzz/contract.ts'
import { proveFaults } from './providers-fuzz/faults.ts'
import { fuzzProviders } from './providers-fuzz/fuzz.ts'
import { type FilledGitProvider, startGitProviders } from './providers-fuzz/git-providers.ts'
import { proveNothingRuns } from './providers-fuzz/injection.ts'
import { proveNoRebinding } from './providers-fuzz/rebinding.ts'
import { proveNoVisits } from './providers-fuzz/ssrf.ts'
import { proveTenants } from './providers-fuzz/tenants.ts'

const environment = { API_REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' }
const report = new Report('providers-fuzz')
const seed = report.seed()
const stack = new AsyncDisposableStack()
try {
  const gitProviders = await startGitProviders()
  for (const gitProvider of gitProviders) stack.use(gitProvider)
  await topic('contract', async () => {
    const checks = await Promise.all(gitProviders.map((gitProvider) => proveContract(gitProvider, report)))
    report.figure('contract_checks', sum(checks))
  })
  await topic('faults', async () => {
    report.figure('faults', sum(await Promise.all(gitProviders.map((gitProvider) => proveFaults(gitProvider, report)))))
  })
  await topic('rebinding', () => proveNoRebinding(report, seed))
  await topic('ssrf', async () => {
    // The default setting: only public addresses are allowed.
    await using instance = await startInstance({ environment: { ...environment, OUTBOUND_ALLOW: 'public' } })
    await proveNoVisits({ instance, person: await signUp(instance), report })
  })
  let started: Promise<Instance> | null = null
  const instance = async () => {
    started ??= startInstance({ environment }).then((each) => stack.use(each))
    return await started
  }
  await topic('app', async () => await proveApp(await instance(), report))
  await topic('tenants', async () => await proveTenants(await instance(), report, gitProviders))
  await topic('injection', async () => {
    const place = await instance()
    await proveNothingRuns({ instance: place, person: await signUp(place), report, gitProvider: realOf(gitProviders) })
  })
  await topic(
    'fuzz',
    async () =>
      await fuzzProviders({ instance: await instance(), report, gitProviders, target: isQuick ? 800 : 10_000, seed }),
  )
} finally {
  await stack.disposeAsync()
}
report.figure('quick', isQuick)
report.finish()

async function topic(name: string, prove: () => Promise<void>): Promise<void> {
  if (!isChosen(name)) return
  const started = performance.now()
  try {
    await prove()
  } catch (error) {
    report.expect(
      false,
      `${name} ended with ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }
  console.error(`  ${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}

function realOf(gitProviders: readonly FilledGitProvider[]): FilledGitProvider {
  const real = gitProviders.find((gitProvider) => gitProvider.fake === null)
  if (real === undefined) throw new Error('no real Git provider')
  return real
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
