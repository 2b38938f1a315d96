/**
 * Our proxy compared with bare Caddy of the same version and with nginx, on one server in front of one app.
 *
 * The proxy and the load generator have different processors. Handshakes use X25519 on all sides. Rounds are
 * interleaved; a ratio is the median of the ratios of each round. --quick: shorter rounds, 1,000 WebSockets.
 * --control runs bare Caddy in the place of our proxy, which shows the noise. --profile=DIR only writes CPU profiles.
 *
 * @tier all
 * @budget 240
 * @alone
 * @topics throughput latency handshakes hostnames websockets
 * @options --control --profile=DIR
 */
import { isChosen, isQuick, option } from '../e2e/support/command-line.ts'
import { freePorts } from '../e2e/support/free-ports.ts'
import { Report } from '../e2e/support/report.ts'
import { runTopics } from '../e2e/support/run-topics.ts'
import { measureHostnames, measureWebSockets } from './proxy/memory.ts'
import { placed, start } from './proxy/processes.ts'
import { writeProfiles } from './proxy/profile.ts'
import { buildPrograms } from './proxy/programs.ts'
import { measureHandshakes, measureLatency, measureThroughput, type SpeedContext } from './proxy/speed.ts'
import { makeCertificates, sides, startProxy } from './proxy/start-proxies.ts'
import { createTable } from './proxy/table.ts'

const report = new Report('proxy')
const table = createTable()
await measure()
table.print()
report.figure('quick', isQuick)
report.finish()

async function measure(): Promise<void> {
  await using programs = await buildPrograms()
  report.figure('caddy', programs.version)
  const [appPort = 0] = await freePorts(1)
  const app = `127.0.0.1:${appPort}`
  await using _app = await start(placed('others', [programs.app, app]), appPort)
  const environment = { programs, app }
  const to = option('profile')
  if (to !== undefined) {
    await writeProfiles(environment, { report, to })
    return
  }
  if (['throughput', 'latency', 'handshakes'].some(isChosen)) {
    // All three keep running, so that no round measures a start.
    await using stack = new AsyncDisposableStack()
    const certificates = await makeCertificates(programs, 1)
    const proxies = []
    for (const side of sides)
      proxies.push(stack.use(await startProxy(environment, side, { hostnames: 1, certificates })))
    const context: SpeedContext = { report, table, programs, proxies }
    await runTopics(
      { report },
      {
        throughput: () => measureThroughput(context),
        latency: () => measureLatency(context),
        handshakes: () => measureHandshakes(context),
      },
    )
  }
  const context = { report, table, environment }
  await runTopics(
    { report },
    { hostnames: () => measureHostnames(context), websockets: () => measureWebSockets(context) },
  )
}
