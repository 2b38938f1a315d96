/**
 * The shipped api reaches nothing outside the installation's networks, neither by connection nor by DNS. The worker,
 * which must, runs the same check, because a check that nothing can pass would prove nothing.
 */
import { bridgeAddress } from '../../fixtures/bridge-address.ts'
import type { InstallTestEnv } from '../install-test-env.ts'
import type { Report } from '../report.ts'

const connects = `
const socket = require('node:net').connect(Number(process.argv[2]), process.argv[1])
const end = (text) => { console.log(text); process.exit() }
socket.on('connect', () => end('reached')).on('error', ({ code }) => end(code))
setTimeout(() => end('silence'), 5000)`

/** Docker forwards a name that it doesn't know; here it must come back to the container that asked. */
const resolvesName = `
const end = (text) => { console.log(text); process.exit() }
const socket = require('node:dgram').createSocket('udp4').on('message', () => end('kept inside'))
socket.bind(53, '127.0.0.1', () => require('node:dns').resolve4('outside.example.org', () => {}))
setTimeout(() => end('sent elsewhere'), 10000)`

export async function checkWaysOut(testEnv: InstallTestEnv, report: Report): Promise<void> {
  const outside = [await bridgeAddress(), String(testEnv.git.port)]
  const fromApi = await runIn(testEnv, 'api', [connects, ...outside])
  const fromWorker = await runIn(testEnv, 'worker', [connects, ...outside])
  report.expect(fromWorker === 'reached', `the worker does not reach ${outside.join(':')}: ${fromWorker}`)
  report.expect(fromApi !== 'reached', `the api has a way out: it reaches ${outside.join(':')}`)
  const names = await runIn(testEnv, 'api', [resolvesName])
  report.expect(names === 'kept inside', `a name that the api looks up is ${names}`)
  console.error(`  outside: from the worker ${fromWorker}, from the api ${fromApi}; names of the api are ${names}`)
}

async function runIn({ target }: InstallTestEnv, service: string, args: readonly string[]): Promise<string> {
  const id = await target.mustExec([
    'docker',
    'ps',
    '--quiet',
    '--filter',
    `label=com.docker.compose.service=${service}`,
  ])
  return await target.mustExec(['docker', 'exec', id, 'node', '-e', ...args])
}
