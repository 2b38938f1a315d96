/** Loads generated tables into the real proxy, and compares each response with the model. */
import { Agent } from 'node:http'
import { RouteOptions } from '../../../apps/server/src/testing/internals/domains.ts'
import { isQuick } from '../../support/command-line.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { Random } from '../../support/random.ts'
import { type Answer, ask } from './ask.ts'
import { generateTable, generateTarget } from './generate.ts'
import { type Expected, expectedAnswer, type ModelHostname } from './model.ts'
import { environment, type Route, type RoutesTestEnv, services } from './test-env.ts'

const size = isQuick ? { tables: 40, requests: 20 } : { tables: 300, requests: 40 }
const connections = 8
const maxShown = 20

interface Exchange {
  readonly hostname: string
  readonly target: string
  readonly expected: Expected
}

export async function compareTables(testEnv: RoutesTestEnv, seed: number): Promise<void> {
  const random = new Random(seed)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const seen = new Map<number, number>()
  let different = 0
  for (let table = 0; table < size.tables; table += 1) {
    const hostnames = generateTable(random, [...services, 'gone'])
    await testEnv.load(hostnames.map((each, index) => toRoute(nameOf(index), each)))
    const exchanges = hostnames.flatMap((each, index) => toExchanges(random, nameOf(index), each))
    await inParallel(exchanges, connections, async (exchange) => {
      const answer = await ask(exchange, { host: testEnv.target.host, port: testEnv.port, agent })
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
      const difference = differenceOf(exchange.expected, answer)
      if (difference === null) return
      different += 1
      if (different > maxShown) return
      const paths = hostnames[Number(exchange.hostname.slice(5, 6))]?.paths.map(({ path }) => path)
      console.error(`  table ${table}, ${exchange.target}: ${difference}; paths: ${paths?.join(' ')}`)
    })
  }
  agent.destroy()
  const requests = [...seen.values()].reduce((sum, each) => sum + each, 0)
  const { report } = testEnv
  report.figure('tables', size.tables)
  report.figure('requests', requests)
  for (const [status, count] of [...seen].sort()) report.figure(`status${status}`, count)
  report.figure('different', different)
  report.expect(different === 0, `${different} of ${requests} responses differ from the model`)
  for (const status of [200, 400, 503])
    report.expect(
      (seen.get(status) ?? 0) > requests / 100,
      `hardly any response with ${status}: the tables are too plain`,
    )
}

function nameOf(index: number): string {
  return `name-${index}.routes.test`
}

function toRoute(hostname: string, { service, paths }: ModelHostname): Route {
  const options = RouteOptions.parse({ paths })
  return { hostname, environment, service, tls: 'off', forceHttps: false, certificate: null, options }
}

function toExchanges(random: Random, hostname: string, model: ModelHostname): Exchange[] {
  return Array.from({ length: size.requests }, () => {
    const target = generateTarget(random, model)
    return { hostname, target, expected: expectedAnswer(model, target, (service) => service !== 'gone') }
  })
}

function differenceOf(expected: Expected, { status, echo }: Answer): string | null {
  const found =
    echo === null
      ? { status }
      : { status, service: echo.service, url: echo.url, prefix: echo.headers['x-forwarded-prefix'] }
  const [one, other] = [expected, found].map((each) => JSON.stringify(each))
  return one === other ? null : `${other} instead of ${one}`
}
