/**
 * A probe of the network runs as a release command, so from inside the rehearsal. The same probe in the running app, which has a
 * network, shows that it finds what is there.
 */
import type { Migrator } from './migrator.ts'

const metadata = ['169.254.169.254:80', '169.254.170.2:80', '100.100.100.200:80']
const outside = ['1.1.1.1:443', '8.8.8.8:53', '9.9.9.9:443']

export async function probeNetwork(migrator: Migrator): Promise<void> {
  const { report, server, containerOf } = migrator.testEnv
  const { target } = server
  const inspect = async (format: string, name: string) =>
    (await target.mustExec(['docker', 'inspect', '--format', format, name])).trim()
  const container = containerOf('postgres')
  const database = await inspect('{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', container)
  const gateway = await inspect('{{range .NetworkSettings.Networks}}{{.Gateway}}{{end}}', container)
  const own = (await target.mustExec(['hostname', '-I'])).trim().split(/\s+/)
  const hosts = [...new Set([gateway, ...own])].filter((each) => !each.includes(':'))
  const places = [
    `${database}:5432`,
    ...hosts.flatMap((host) => [22, 80, 443, 2375].map((port) => `${host}:${port}`)),
    ...metadata,
    ...outside,
  ]
  const control = await target.mustExec([
    'docker',
    'exec',
    await appContainer(migrator),
    'bash',
    '/migrations/probe.sh',
    ...places,
  ])
  report.expect(/^REACHED .*:5432$/m.test(control), `the probe finds the real database from the app: ${control}`)
  report.expect(/^REACHED .*:22$/m.test(control), `the probe finds the server from the app: ${control}`)
  report.expect(/^REACHED route$/m.test(control), `the probe finds a route from the app: ${control}`)
  await migrator.settings({ maxSeconds: 600 })
  const { deployment, rehearsal } = await migrator.deploy(`bash /migrations/probe.sh ${places.join(' ')}`)
  await migrator.settings({ maxSeconds: 20 })
  const output = rehearsal?.commands[0]?.output ?? ''
  const reached = output.split('\n').filter((line) => line.startsWith('REACHED'))
  const interfaces = output.split('\n').filter((line) => line.startsWith('INTERFACE'))
  report.expect(output.includes('DATABASE'), `the copy is reachable under its usual name: ${JSON.stringify(rehearsal)}`)
  report.expect(reached.length === 0, `reachable from the rehearsal: ${reached.join(', ')}`)
  report.expect(interfaces.join() === 'INTERFACE lo', `the only interface is the loopback: ${interfaces.join()}`)
  report.expect(deployment.status === 'live', `the probe harms nothing: ${JSON.stringify(deployment.error)}`)
  report.figure('probed', places.length)
  report.figure('reachable', reached.length)
}

async function appContainer({ testEnv }: Migrator): Promise<string> {
  const filters = ['--filter', 'label=longshore.role=app', '--filter', 'label=longshore.service=app']
  const names = await testEnv.server.target.mustExec(['docker', 'ps', '--format', '{{.Names}}', ...filters])
  const [name = ''] = names.trim().split('\n')
  return name
}
