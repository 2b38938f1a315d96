/**
 * Ports 80 and 443 belong to nginx, then to one that passes TLS through, then to Caddy: Longshore is installed behind it, and
 * sees the real clients.
 */
import type { Server } from '@longshore/sdk'
import { bridgeAddress } from '../../fixtures/bridge-address.ts'
import { nodeApp } from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import { dashboardName, zone } from '../../support/install-test-env.ts'
import { appText, deployApp, person, signUp } from '../../support/installation/install-scenario.ts'
import { listLeft } from '../../support/installation/machine-state.ts'
import { type Machine, startMachine } from '../../support/installation/script-machine.ts'
import type { Shelf } from '../../support/installation/shelf.ts'
import { ask, mustCall, visitPlain } from '../../support/installed-client.ts'
import type { Report } from '../../support/report.ts'
import { url } from './fresh.ts'
import { expectRefusal } from './refusals.ts'

const certificate = '/etc/ssl/deploy.pem'
const key = '/etc/ssl/deploy.key'
const spoofed = '203.0.113.9'
const packagesMs = 5 * 60_000

export async function runBehindNginx({ shelf, report }: { shelf: Shelf; report: Report }): Promise<void> {
  await using installed = await startMachine(shelf)
  await installNginx(installed)
  await expectRefusal(installed, report, { what: 'ports taken', code: 15, says: ['nginx', '--behind-proxy'] })
  const { exitCode, stdout } = await installed.script('--url', url, '--behind-proxy', '--yes')
  if (!report.expect(exitCode === 0, `behind nginx the script ends with ${exitCode}`)) return
  const root = await configureNginx(installed)
  const machine = { ...installed, pebble: { ...installed.pebble, issuingRoot: async () => root } }
  await eventually(
    'the dashboard is served through nginx',
    async () => (await ask(machine, { path: '/' })).status === 200,
    { withinMs: 60_000, everyMs: 300, retriesErrors: true },
  )
  const client = await bridgeAddress()
  const token = await signUp(machine, stdout)
  await checkSession(machine, report, { front: 'nginx', token, client })
  const servers = await mustCall<{ items: [Server] }>(machine, { path: '/servers', token })
  const files = nodeApp(appText).map((file) => (file.path === 'server.mjs' ? { ...file, content: echoServer } : file))
  const hostname = await deployApp(machine, report, { token, serverId: servers.items[0].id, files })
  await checkClient(machine, report, { hostname, client })
  const again = await installed.script('--url', url, '--yes')
  report.expect(again.exitCode === 0, `behind nginx the second run ends with ${again.exitCode}`)
  await passThrough(installed, report, { client })
  await replaceByCaddy(installed)
  const read = async () => (await ask(machine, { hostname, path: '/headers' })).text
  const headers = await eventually('the app is served through Caddy', read, { withinMs: 60_000, retriesErrors: true })
  report.expect(JSON.parse(headers)['x-real-ip'] === client, `behind Caddy the app sees ${headers.slice(0, 300)}`)
  await checkSession(machine, report, { front: 'Caddy', token, client })
  await removeControlPlane(machine, report, hostname)
}

async function checkSession(
  machine: Machine,
  report: Report,
  { front, token, client }: { front: string; token: string; client: string },
): Promise<void> {
  const sessions = await mustCall(machine, { path: '/auth/sessions', token })
  const seen = [...new Set(sessions.items.map(({ ip }: { ip: string }) => ip))].join()
  report.expect(seen === client, `behind ${front} the api takes its caller for ${seen}`)
}

/** nginx forwards HTTP, and passes TLS through with the PROXY protocol: Longshore gets the certificate from the authority. */
async function passThrough(machine: Machine, report: Report, { client }: { client: string }): Promise<void> {
  const { target, script, program } = machine
  const { exitCode } = await script('--proxy-tls-listen', '127.0.0.1:8443', '--yes')
  if (!report.expect(exitCode === 0, `with --proxy-tls-listen the script ends with ${exitCode}`)) return
  const plain = (await program('proxy-snippet', 'nginx')).stdout
  const stream = (await program('proxy-snippet', 'nginx-stream')).stdout
  await target.mustExec(['tee', '/etc/nginx/conf.d/longshore.conf'], { stdin: plain })
  await target.mustExec(['tee', '-a', '/etc/nginx/nginx.conf'], { stdin: stream })
  const start = `set -euo pipefail
DEBIAN_FRONTEND=noninteractive apt-get -qq -y install libnginx-mod-stream >/dev/null
nginx -t
systemctl restart nginx`
  await target.mustExec(['bash', '-s'], { stdin: start, deadlineMs: packagesMs })
  await eventually(
    'the dashboard has a certificate of the authority behind nginx',
    async () => (await ask(machine, { path: '/' })).status === 200,
    { withinMs: 120_000, everyMs: 500, retriesErrors: true },
  )
  const session = await mustCall(machine, { method: 'POST', path: '/auth/login', body: person })
  await checkSession(machine, report, { front: 'an nginx that passes TLS through', token: session.accessToken, client })
}

/** The app outlives the control plane. */
async function removeControlPlane(machine: Machine, report: Report, hostname: string): Promise<void> {
  const { exitCode } = await machine.program('uninstall', '--keep-apps', '--yes')
  report.expect(exitCode === 0, `the removal without apps ends with ${exitCode}`)
  const answer = await ask(machine, { hostname, path: '/' })
  report.expect(answer.text === appText, `without the control plane the app responds with ${answer.status}`)
  const left = await listLeft(machine.target)
  const ours = left.filter((each) =>
    /compose|\/opt\/longshore|\/usr\/local\/bin|longshore[-_](?:api|worker|postgres|restate)/.test(each),
  )
  report.expect(ours.length === 0, `without the control plane there is still ${ours.join(', ')}`)
}

async function replaceByCaddy({ target, program }: Machine): Promise<void> {
  const { stdout } = await program('proxy-snippet', 'caddy')
  const content = stdout.replace(' {\n', ` {\n    tls ${certificate} ${key}\n`)
  const script = `set -euo pipefail
systemctl disable --now nginx
DEBIAN_FRONTEND=noninteractive apt-get -qq -y install caddy >/dev/null`
  await target.mustExec(['bash', '-s'], { stdin: script, deadlineMs: packagesMs })
  await target.mustExec(['tee', '/etc/caddy/Caddyfile'], { stdin: content })
  await target.mustExec(['systemctl', 'restart', 'caddy'])
}

async function installNginx({ target }: Machine): Promise<void> {
  const script = `set -euo pipefail
apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install nginx-light >/dev/null
systemctl enable --now nginx
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout ${key} -out ${certificate} \\
  -subj /CN=${dashboardName} -addext 'subjectAltName=DNS:${dashboardName},DNS:*.apps.${zone}'
chmod 644 ${key}`
  await target.mustExec(['bash', '-s'], { stdin: script, deadlineMs: packagesMs })
}

/** The printed snippet, with a certificate. Returns it. */
async function configureNginx({ target, program }: Machine): Promise<string> {
  const { stdout } = await program('proxy-snippet', 'nginx')
  const tls = `listen 443 ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};`
  const content = stdout.replace(/# With your certificates[^\n]*/, tls)
  await target.mustExec(['tee', '/etc/nginx/conf.d/longshore.conf'], { stdin: content })
  await target.mustExec(['nginx', '-t'])
  await target.mustExec(['systemctl', 'reload', 'nginx'])
  return await target.mustExec(['cat', certificate])
}

const echoServer = `import { createServer } from 'node:http'
createServer(({ url, headers }, response) => response.end(url === '/headers' ? JSON.stringify(headers) : ${JSON.stringify(appText)})).listen(3000, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
`

/** The address is nginx's word, never the client's. */
async function checkClient(
  machine: Machine,
  report: Report,
  { hostname, client }: { hostname: string; client: string },
): Promise<void> {
  const headers = JSON.parse(await visitPlain(machine, hostname, '/headers', { 'x-forwarded-for': spoofed }))
  const shown = `${headers['x-real-ip']} and ${headers['x-forwarded-for']}`
  report.expect(headers['x-real-ip'] === client, `behind nginx the app takes its client for ${shown}`)
  report.expect(!JSON.stringify(headers).includes(spoofed), `behind nginx a client can name its own address: ${shown}`)
}
