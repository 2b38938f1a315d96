/** Loads generated tables with rules into the real proxy, and compares each response with the model. */
import { Agent } from 'node:http'
import { hashSignIn, RouteOptions } from '../../../apps/server/src/testing/internals/domains.ts'
import { isQuick } from '../../support/command-line.ts'
import { Random } from '../../support/random.ts'
import { type Answer, ask } from './ask.ts'
import { generateRuledTable, generateVisit } from './generate-rules.ts'
import { expectedOutcome, type ModelRules, type Outcome, type RuledHostname, type Visit } from './rules-model.ts'
import { environment, type Route, type RoutesTestEnv, services } from './test-env.ts'

const size = isQuick ? { tables: 40, requests: 20 } : { tables: 300, requests: 30 }
const passwords: Readonly<Record<string, string>> = { ann: 'correct horse', bob: 'battery staple' }
/** Where requests of this machine come from in the target. They are trusted to name their client. */
const edge = ['172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8']
const maxShown = 20

type SignIns = ReadonlyMap<string, Awaited<ReturnType<typeof hashSignIn>>>

export async function compareRules(testEnv: RoutesTestEnv, seed: number): Promise<void> {
  const random = new Random(seed + 1)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const signIns = new Map(
    await Promise.all(
      Object.entries(passwords).map(
        async ([username, password]) => [username, await hashSignIn({ username, password })] as const,
      ),
    ),
  )
  const seen = new Map<number, number>()
  let different = 0
  for (let table = 0; table < size.tables; table += 1) {
    const hostnames = generateRuledTable(random, [...services, 'gone'], table)
    await testEnv.load(
      hostnames.map((each) => toRoute(each, signIns)),
      { edge },
    )
    const counts = new Map<string, number>()
    for (let index = 0; index < size.requests * hostnames.length; index += 1) {
      const given = random.pick(hostnames)
      const visit = generateVisit(random, given)
      const expected = expectedOutcome(given, visit, counts)
      const found = outcomeOf(await send(testEnv, agent, { hostname: given.hostname, visit }))
      seen.set(found.status, (seen.get(found.status) ?? 0) + 1)
      if (JSON.stringify(found) === JSON.stringify(expected)) continue
      different += 1
      if (different <= maxShown)
        console.error(`  ${given.hostname} ${JSON.stringify(visit)}: ${JSON.stringify({ found, expected, given })}`)
    }
  }
  agent.destroy()
  judge(testEnv, seen, different)
}

function judge({ report }: RoutesTestEnv, seen: ReadonlyMap<number, number>, different: number): void {
  const requests = [...seen.values()].reduce((sum, each) => sum + each, 0)
  report.figure('ruledTables', size.tables)
  report.figure('ruledRequests', requests)
  for (const [status, count] of [...seen].sort()) report.figure(`ruled${status}`, count)
  report.figure('ruledDifferent', different)
  report.expect(different === 0, `${different} of ${requests} responses differ from the model`)
  for (const status of [200, 400, 401, 403, 413, 429, 503])
    report.expect((seen.get(status) ?? 0) > requests / 200, `hardly any response with ${status}`)
}

function toRoute({ hostname, service, rules, paths }: RuledHostname, signIns: SignIns): Route {
  const withSignIns = ({ users, ...rest }: ModelRules) => ({
    ...rest,
    signIns: users.flatMap((user) => signIns.get(user) ?? []),
  })
  const stored = paths.map((each) => ({ ...each, ...withSignIns(each) }))
  const options = RouteOptions.parse({ ...withSignIns(rules), paths: stored })
  const domain = { isServed: true, mayIssue: false, cdn: 'edge', reach: { token: 't', answer: 'a' } }
  return { hostname, environment, service, tls: 'off', forceHttps: false, certificate: null, options, domain }
}

async function send(
  { target, port }: RoutesTestEnv,
  agent: Agent,
  { hostname, visit }: { hostname: string; visit: Visit },
): Promise<Answer> {
  const { client, user, bytes } = visit
  const name = user === 'wrong' ? 'ann' : user
  const password = user === 'wrong' ? 'wrong' : passwords[name ?? '']
  const secret = Buffer.from(`${name}:${password}`).toString('base64')
  const headers = {
    'x-forwarded-for': client,
    'x-team': 'visitor',
    ...(name === null ? {} : { authorization: `Basic ${secret}` }),
  }
  const body = bytes === 0 ? {} : { body: 'x'.repeat(bytes) }
  return await ask({ hostname, target: visit.target, headers, ...body }, { host: target.host, port, agent })
}

function outcomeOf({ status, headers, echo }: Answer): Outcome {
  if (echo === null) return { status }
  const note = headers['x-note']
  return {
    status,
    service: echo.service,
    url: echo.url,
    prefix: echo.headers['x-forwarded-prefix'],
    team: echo.headers['x-team'],
    note: typeof note === 'string' ? note : undefined,
  }
}
