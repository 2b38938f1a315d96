/** Restate listens on loopback only, and a worker accepts requests only from Restate. */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { connect } from 'node:http2'
import type { DurableTestEnv } from '../../support/durable-test-env.ts'
import type { Report } from '../../support/report.ts'

export async function checkPorts(testEnv: DurableTestEnv, report: Report) {
  await testEnv.ready()
  const addresses = await listeningAddresses(testEnv.restate.processId)
  report.expect(addresses.length >= 3, `the engine listens on ${addresses.length} ports`)
  report.expect(
    addresses.every((address) => address === loopback),
    `the engine listens on ${addresses.join(', ')}`,
  )
  const [worker] = testEnv.workers
  const path = '/invoke/Subject/drive'
  const forged = { 'x-restate-signature-scheme': 'v1', 'x-restate-jwt-v1': 'eyJhbGciOiJFZERTQSJ9.e30.AAAA' }
  const answers = [
    await ask(worker?.port ?? 0, path, {}),
    await ask(worker?.port ?? 0, path, forged),
    await ask(worker?.port ?? 0, '/discover', {}),
  ]
  report.expect(
    answers.every((status) => status === 401),
    `unsigned requests were answered with ${answers.join(', ')}`,
  )
  report.figure('unsigned_refused', answers.filter((status) => status === 401).length)
}

const loopback = '0100007F'

/** From the kernel: local addresses (hexadecimal) of the process's listening TCP sockets. */
async function listeningAddresses(processId: number): Promise<string[]> {
  const descriptors = await readdir(`/proc/${processId}/fd`)
  const links = await Promise.all(descriptors.map((name) => readlink(`/proc/${processId}/fd/${name}`).catch(() => '')))
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${processId}/net/${name}`, 'utf8')))
  return tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === '0A' && inodes.has(columns[9] ?? ''))
    .map((columns) => columns[1]?.split(':')[0] ?? '')
}

async function ask(port: number, path: string, headers: Record<string, string>): Promise<number> {
  const session = connect(`http://127.0.0.1:${port}`)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const stream = session.request({
    ':path': path,
    ':method': 'POST',
    'content-type': 'application/vnd.restate.invocation.v5',
    ...headers,
  })
  stream.on('response', (answer) => resolve(answer[':status'] ?? 0))
  stream.on('error', reject)
  stream.resume()
  stream.end()
  try {
    return await promise
  } finally {
    session.destroy()
  }
}
