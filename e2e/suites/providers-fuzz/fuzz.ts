/** Corrupted responses of all four kinds of Git providers, through the real api, worker and clients. */
import { call, type SignedIn, signUp } from '../../support/client.ts'
import type { Instance } from '../../support/instance.ts'
import { Random } from '../../support/random.ts'
import type { Report } from '../../support/report.ts'
import { type FuzzProxy, startFuzzProxy } from './fuzz-proxy.ts'
import type { FilledGitProvider } from './git-providers.ts'

/** The API returns one of these for any response of a provider. */
const allowed: ReadonlySet<number> = new Set([200, 201, 404, 409, 422, 502, 503, 504])

export interface FuzzOptions {
  instance: Instance
  report: Report
  gitProviders: readonly FilledGitProvider[]
  /** Corrupted responses of all Git providers together. */
  target: number
  seed: number
}

export async function fuzzProviders({ instance, report, gitProviders, target, seed }: FuzzOptions): Promise<void> {
  const seen = new Map<string, number>()
  const lanes = gitProviders.flatMap((gitProvider, index) => [
    { gitProvider, random: new Random(seed + index) },
    { gitProvider, random: new Random(seed + 100 + index) },
  ])
  const started = performance.now()
  const counts = await Promise.all(
    lanes.map(async ({ gitProvider, random }) => {
      await using proxy = await startFuzzProxy(gitProvider, random)
      const person = await signUp(instance)
      const note = (status: number, code: string, path: string) => {
        const key = `${status} ${code}`
        seen.set(key, (seen.get(key) ?? 0) + 1)
        report.expect(allowed.has(status), `${gitProvider.kind}: ${path} answers ${status} ${code} (seed ${seed})`)
      }
      for (let round = 0; proxy.spoiled < target / lanes.length; round += 1)
        await fuzzRound({ instance, person, gitProvider, proxy, round, note })
      return proxy.spoiled
    }),
  )
  const spoiled = counts.reduce((sum, count) => sum + count, 0)
  report.expect(spoiled >= target, `${spoiled} answers were spoiled, not ${target}`)
  report.figure('fuzzed', spoiled)
  report.figure(
    'requests',
    [...seen.values()].reduce((sum, count) => sum + count, 0),
  )
  report.figure('kinds_of_answers', seen.size)
  report.figure('fuzz_seconds', Math.round((performance.now() - started) / 1_000))
  const internal = [...seen].filter(([key]) => key.startsWith('500')).reduce((sum, [, count]) => sum + count, 0)
  report.figure('internal_errors', internal)
  if (internal > 0) console.error(errorsOf(instance).slice(-5).join('\n'))
  for (const process of [instance.api, instance.worker])
    report.expect(process.isRunning, 'a process ended while being fed spoiled answers')
  console.error(`  answers: ${JSON.stringify(Object.fromEntries([...seen].sort((a, b) => b[1] - a[1])))}`)
}

interface Round {
  instance: Instance
  person: SignedIn
  gitProvider: FilledGitProvider
  proxy: FuzzProxy
  round: number
  note(status: number, code: string, path: string): void
}

const questions = ['', 'sh', 'ann/shop', 'é']

/** One connection with its own URL: saved with valid or corrupted responses, used, checked, removed. */
async function fuzzRound({ instance, person, gitProvider, proxy, round, note }: Round): Promise<void> {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(instance, method, `/api/v1${path}`, {
      token: person.token,
      ...(body === undefined ? {} : { body }),
    })
    note(answer.status === 204 ? 200 : answer.status, answer.body?.code ?? '', path.replaceAll(/git_\w+/g, 'ID'))
    return answer.body
  }
  const segment = `r${round}`
  if (round % 4 !== 0) proxy.honest.add(segment)
  const { kind, token } = gitProvider
  const saved = await ask('POST', '/git-provider/save-token', { kind, token, baseUrl: `${proxy.url}/${segment}` })
  proxy.honest.delete(segment)
  if (typeof saved?.id !== 'string' || !saved.id.startsWith('git_')) return
  const { id } = saved
  const branches = `/git-providers/${id}/repos/${encodeURIComponent(`${gitProvider.login}/shop`)}/branches`
  for (let turn = 0; turn < 4; turn += 1) {
    const search = `/git-providers/repositories?providerId=${id}&limit=2&q=${encodeURIComponent(questions[turn] ?? '')}`
    const page = await ask('GET', search)
    if (typeof page?.nextCursor === 'string') await ask('GET', `${search}&cursor=${page.nextCursor}`)
    const listed = await ask('GET', `${branches}?limit=3`)
    if (typeof listed?.nextCursor === 'string') await ask('GET', `${branches}?limit=3&cursor=${listed.nextCursor}`)
    await ask('POST', `/git-providers/${id}/check`)
  }
  await ask('DELETE', `/git-providers/${id}?force=true`)
}

function errorsOf({ api, worker }: Instance): string[] {
  const isError = (line: string) => /^\{"level":"?(?:50|60|error|fatal)/.test(line)
  return [api, worker].flatMap(({ output }) => output.split('\n').filter(isError))
}
