/** Inside a build: what a RUN step reaches, and steps that request more than a build is allowed. */
import { findPlaces } from './places.ts'
import { proberFiles } from './prober.ts'
import { askApp, type Tenants } from './test-env.ts'

const refusedSteps = {
  'the network of the server': 'RUN --network=host true',
  'all capabilities': 'RUN --security=insecure true',
}

export async function proveBuild(tenants: Tenants): Promise<void> {
  const { report } = tenants
  const { forbidden, allowed } = await findPlaces(tenants)
  const code = `import('/app/probe.mjs').then(async ({ probe }) => console.log(JSON.stringify(await probe(process.argv.slice(1)))))`
  const run = `RUN ["sh", "-c", "node -e \\"$0\\" -- \\"$@\\" > built.json", ${[code, ...forbidden, allowed].map((word) => JSON.stringify(word)).join(', ')}]`
  const app = await tenants.createApp('builder', proberFiles(run))
  const { status, error } = await tenants.deploy(app)
  if (!report.expect(status === 'live', `the build that probes is ${status}: ${JSON.stringify(error)}`)) return
  const built = await askApp(tenants, app, '/built')
  const reached = built.reached.filter((place: string) => place !== allowed)
  report.expect(built.reached.includes(allowed), 'the build has no network: it proves nothing')
  report.expect(reached.length === 0, `a build reaches ${reached.join(', ')}`)
  report.expect(built.sockets.length === 0, `a build holds ${built.sockets.join(', ')}`)
  report.figure('build_reached', reached.length)
  for (const [index, [what, step]] of Object.entries(refusedSteps).entries()) {
    const greedy = await tenants.createApp(`greedy-${index}`, proberFiles(step))
    const ended = await tenants.deploy(greedy)
    report.expect(ended.status === 'failed', `a build with ${what} is ${ended.status}`)
  }
}
