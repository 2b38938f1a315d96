/** A port on the server's loopback address: reachable through SSH with the displayed command, and not from outside. */

import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment, Environment } from '@longshore/sdk'
import type { BackupTestEnv } from '../../support/backup-test-env.ts'
import { freePorts } from '../../support/free-ports.ts'
import { ask, mustAsk } from '../../support/servers.ts'

const port = 15_432
const taken = 15_433
/** PostgreSQL's request for TLS. The server responds with one letter. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

export async function proveTunnel(testEnv: BackupTestEnv): Promise<void> {
  const { report, server, app } = testEnv
  const at = `/environments/${app.environmentId}/services`
  const twice = await ask(testEnv, 'POST', at, {
    services: [...servicesWith(testEnv, { postgres: port }), { name: 'other', kind: 'redis', loopbackPort: port }],
  })
  report.expect(twice.status === 422, `one port for two is refused: ${twice.status}`)
  const deployment = await deployWith(testEnv, port)
  if (!report.expect(deployment.status === 'live', `with a port: ${JSON.stringify(deployment.error)}`)) return
  const listening = await server.target.mustExec(['ss', '-ltnH', `sport = :${port}`])
  const addresses = listening.split('\n').flatMap((line) => line.trim().split(/\s+/)[3] ?? [])
  report.expect(addresses.join() === `127.0.0.1:${port}`, `it listens on loopback only: ${addresses.join(' ')}`)
  report.expect((await greet(server.target.address, port)) === null, "it can't be reached from outside")
  const { services }: Environment = await mustAsk(testEnv, 'GET', `/environments/${app.environmentId}`)
  const tunnel = services.find((each) => each.name === 'postgres')?.tunnel ?? ''
  report.expect(/^ssh -N -L 127\.0\.0\.1:15432:127\.0\.0\.1:15432 -p \d+ deploy@127\.0\.0\.1$/.test(tunnel), tunnel)
  report.expect((await throughSsh(testEnv, tunnel)) === true, 'through SSH the database answers')
  await proveConflict(testEnv)
}

/** Another program has the port: the deployment reports it, and the database keeps running unchanged. */
async function proveConflict(testEnv: BackupTestEnv): Promise<void> {
  const { report, server } = testEnv
  const listen = `python3 -c 'import socket,time
s = socket.socket()
s.bind(("0.0.0.0", ${taken}))
s.listen()
time.sleep(600)' >/dev/null 2>&1 &
echo $!`
  const pid = (await server.target.mustExec(['bash', '-s'], { stdin: listen })).trim()
  const { status, error } = await deployWith(testEnv, taken)
  report.expect(
    status === 'failed' && error?.code === 'port_conflict',
    `a taken port: ${status} ${JSON.stringify(error)}`,
  )
  report.expect((error?.detail ?? '').includes(String(taken)), `names it: ${error?.detail}`)
  report.expect((await testEnv.query('postgres', 'select 1')).trim() === '1', 'the database runs on')
  await server.target.exec(['kill', pid])
  const without = await deployWith(testEnv, null)
  report.expect(without.status === 'live', `without a port again: ${JSON.stringify(without.error)}`)
  const listening = await server.target.mustExec(['ss', '-ltnH', `sport = :${port}`])
  report.expect(listening.trim() === '', `nothing listens after that: ${listening}`)
}

function servicesWith({ serviceIds }: BackupTestEnv, ports: Readonly<Record<string, number | null>>): object[] {
  return Object.keys(serviceIds).map((kind) => ({ name: kind, kind, loopbackPort: ports[kind] ?? null }))
}

async function deployWith(testEnv: BackupTestEnv, loopbackPort: number | null): Promise<Deployment> {
  const services = servicesWith(testEnv, { postgres: loopbackPort })
  await mustAsk(testEnv, 'POST', `/environments/${testEnv.app.environmentId}/services`, { services })
  return await testEnv.waitFor(testEnv.app, await testEnv.deploy(testEnv.app))
}

/** The displayed command with another local port, which may be in use on this machine, and another key. */
async function throughSsh({ server: { target } }: BackupTestEnv, tunnel: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-tunnel-'))
  const key = join(folder, 'key')
  await writeFile(key, target.keys.deploy.privateKey, { mode: 0o600 })
  const [local = 0] = await freePorts(1)
  const [, ...args] = tunnel.replace(`127.0.0.1:${port}:`, `127.0.0.1:${local}:`).split(' ')
  const options = [
    '-i',
    key,
    '-o',
    'StrictHostKeyChecking=no',
    '-o',
    'UserKnownHostsFile=/dev/null',
    '-o',
    'BatchMode=yes',
  ]
  const ssh = spawn('ssh', [...options, ...args], { stdio: 'ignore' })
  try {
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await greet('127.0.0.1', local)
      if (answer === 'N' || answer === 'S') return true
      await delay(100)
    }
    return false
  } finally {
    ssh.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

/** PostgreSQL's one-letter response; null if nothing listens. */
async function greet(host: string, at: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const socket = connect({ host, port: at, timeout: 3_000 }, () => socket.write(sslRequest))
  socket.once('data', (bytes: Buffer) => resolve(bytes.toString('latin1', 0, 1)))
  for (const event of ['error', 'close', 'timeout']) socket.once(event, () => resolve(null))
  const answer = await promise
  socket.destroy()
  return answer
}
