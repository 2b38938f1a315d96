/**
 * The sandbox in which analyses run, tested by a program that tries to escape: with all layers, with each outer layer
 * missing, and in a plain process to show that the program does damage without a sandbox.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { dropHandlesArgs, Sandbox } from '../../../packages/source/src/analysis/sandbox.ts'
import { Canary, type TestEnv } from './test-env.ts'

const limits = { heapMb: 128, memoryBytes: 512_000_000, cpuSeconds: 20, frameBytes: 1_000_000 }

export async function tryWalls(testEnv: TestEnv): Promise<void> {
  const settings = [
    { what: 'all walls', isApart: undefined, dropsHandles: true },
    { what: 'no namespaces', isApart: false, dropsHandles: true },
    { what: 'no namespaces and open doors', isApart: false, dropsHandles: false },
  ]
  for (const { what, isApart, dropsHandles } of settings) {
    const program = [
      ...(dropsHandles ? dropHandlesArgs : []),
      '--input-type=module',
      '--eval',
      programThatWantsOut(testEnv.canary, true),
    ]
    await using sandbox = await Sandbox.open(limits, {
      signal: AbortSignal.timeout(30_000),
      program,
      ...(isApart === undefined ? {} : { isIsolated: isApart }),
    })
    inspectDescriptors(testEnv, what, sandbox.processId)
    await sandbox.send('tree', [Buffer.from('.')])
    const frame = await sandbox.next(AbortSignal.timeout(30_000))
    judge(testEnv, what, frame?.body.toString() ?? `nothing: ${sandbox.stderrTail}`)
    for (const alarm of await testEnv.canary.alarms('')) testEnv.report.expect(false, `${what}: ${alarm}`)
  }
  await tryWithoutWalls(testEnv)
  await fillMemory(testEnv)
  await spinForEver(testEnv)
}

/** Every attempt must be refused. */
function judge(testEnv: TestEnv, what: string, results: string): void {
  const attempts: [string, string][] = results.startsWith('[') ? JSON.parse(results) : []
  testEnv.report.expect(
    attempts.length >= 18,
    `${what}: only ${attempts.length} attempts were made: ${results.slice(0, 300)}`,
  )
  for (const [attempt, end] of attempts) testEnv.report.expect(end !== 'DONE', `${what}: ${attempt} worked`)
  console.error(`    ${what}: ${attempts.map(([attempt, end]) => `${attempt} ${end}`).join(', ')}`)
  testEnv.report.figure('attempts', attempts.length)
}

/** Only the IPC channel and Node's own descriptors: no file, no other socket. */
function inspectDescriptors(testEnv: TestEnv, what: string, processId = 0): void {
  const folder = `/proc/${processId}/fd`
  const open = readdirSync(folder).map((name) => ({ name: Number(name), target: readlinkSync(join(folder, name)) }))
  const strange = open.filter(({ name, target }) => name > 2 && !/^(?:anon_inode:|pipe:|\/dev\/null$)/.test(target))
  testEnv.report.expect(open.length >= 3, `${what}: its descriptors cannot be seen`)
  testEnv.report.expect(strange.length === 0, `${what}: it holds ${strange.map(({ target }) => target).join(', ')}`)
}

async function tryWithoutWalls(testEnv: TestEnv): Promise<void> {
  const folder = join(testEnv.folder, 'canary-of-plain')
  await mkdir(folder)
  await using canary = await Canary.create(folder)
  const child = spawn(process.execPath, ['--input-type=module', '--eval', programThatWantsOut(canary, false)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end('go')
  const attempts: [string, string][] = JSON.parse((await text(child.stdout)).slice(10))
  const worked = attempts.filter(([, end]) => end === 'DONE').length
  testEnv.report.figure('attempts_that_work_without_walls', worked)
  testEnv.report.expect(
    worked >= attempts.length - 3,
    `without walls only ${worked} of ${attempts.length} attempts work: they prove nothing`,
  )
  testEnv.report.expect(
    canary.calls > 0 && (await canary.alarms('')).length > 0,
    'without walls the canary was not touched',
  )
}

async function fillMemory(testEnv: TestEnv): Promise<void> {
  for (const [what, code] of [
    ['the heap', 'const held = []; for (;;) held.push(Array.from({ length: 10_000 }, (_, at) => ({ at })))'],
    ['buffers', 'const held = []; for (;;) held.push(Buffer.alloc(1_000_000, 1))'],
  ] as const) {
    const end = await endOf(code, { seconds: 60 })
    testEnv.report.expect(end.code === 'analysis_out_of_memory', `a room that fills ${what} ended with ${end.code}`)
    testEnv.report.figure(`fills_${what.replace('the ', '')}_mb`, end.peakMb)
    testEnv.report.expect(end.peakMb <= 540, `a room that fills ${what} held ${end.peakMb} MB`)
  }
}

async function spinForEver(testEnv: TestEnv): Promise<void> {
  const end = await endOf('for (;;);', { seconds: 3 })
  testEnv.report.expect(end.code === 'analysis_timeout', `a room that spins ended with ${end.code}`)
}

/** Runs the program in a sandbox until it ends or the timeout is over. */
async function endOf(code: string, { seconds }: { seconds: number }): Promise<{ code: string; peakMb: number }> {
  const program = [...dropHandlesArgs, '--input-type=module', '--eval', `${readyThen}${code}`]
  const signal = AbortSignal.timeout(seconds * 1_000)
  await using sandbox = await Sandbox.open(limits, { signal: AbortSignal.timeout(30_000), program })
  await sandbox.send('tree', [Buffer.from('.')])
  const { processId = 0 } = sandbox
  let peakMb = 0
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(processId))
  }, 50)
  try {
    const frame = await sandbox.next(signal)
    return { code: frame === undefined ? (await sandbox.explain()).code : frame.kind, peakMb }
  } catch (error) {
    return { code: error instanceof Error && 'code' in error ? String(error.code) : String(error), peakMb }
  } finally {
    clearInterval(timer)
  }
}

function residentMb(processId: number): number {
  try {
    return Math.round((Number(readFileSync(`/proc/${processId}/statm`, 'latin1').split(' ')[1]) * 4_096) / 1e6)
  } catch {
    return 0
  }
}

/** Reports that it is ready, and continues after the first input. */
const readyThen = `
process.stdout.write(Buffer.of(0, 0, 0, 0, 1));
await new Promise((resolve) => process.stdin.once('data', resolve));
`

/** Where possible, modules are loaded before the sandbox closes, so that the outer layer is tested. */
function programThatWantsOut({ secretFile, touch, port }: Canary, isRoom: boolean): string {
  return `
const take = async (name) => { try { return await import('node:' + name) } catch (error) { return undefined } };
const [fs, child, net, dgram, dns, http, worker, vm] = await Promise.all(['fs', 'child_process', 'net', 'dgram', 'dns', 'http', 'worker_threads', 'vm'].map(take));
const wrap = globalThis.fetch; const binding = process.binding;
${readyThen}
const results = [];
const attempt = async (what, work) => {
  let timer;
  const late = new Promise((resolve) => { timer = setTimeout(resolve, 2_000, 'no answer') });
  results.push([what, await Promise.race([late, (async () => { try { await work(); return 'DONE' } catch (error) { return String(error?.code ?? error?.cause?.code ?? error?.name ?? error) } })()])]);
  clearTimeout(timer);
};
const connected = (socket) => new Promise((resolve, reject) => { socket.once('connect', resolve); socket.once('error', reject) });
await attempt('read a secret', () => fs.readFileSync(${JSON.stringify(secretFile)}));
await attempt('read /etc/passwd', () => fs.promises.readFile('/etc/passwd'));
await attempt('list /', () => fs.readdirSync('/'));
await attempt('read the environment of the worker', () => fs.readFileSync('/proc/' + process.ppid + '/environ'));
await attempt('write a file', () => fs.writeFileSync(${JSON.stringify(touch)}, 'x'));
await attempt('make a link', () => fs.symlinkSync('/etc', ${JSON.stringify(`${touch}-link`)}));
await attempt('start a program', () => new Promise((resolve, reject) => { const started = child.spawn('true'); started.once('exit', resolve); started.once('error', reject) }));
await attempt('start a program and wait', () => { const { error } = child.spawnSync('true'); if (error) throw error });
await attempt('start a worker', () => new Promise((resolve, reject) => { const started = new worker.Worker('0', { eval: true }); started.once('online', resolve); started.once('error', reject) }));
await attempt('connect', () => connected(net.connect(${port}, '127.0.0.1')));
await attempt('connect to a path', () => connected(net.connect('/var/run/docker.sock')).catch((error) => { if (error.code === 'ENOENT' && ${!isRoom}) return; throw error }));
await attempt('ask by http', () => new Promise((resolve, reject) => { const asked = http.get('http://127.0.0.1:${port}/'); asked.once('error', (error) => error.code === 'ECONNRESET' ? resolve() : reject(error)) }));
await attempt('fetch', () => wrap('http://127.0.0.1:${port}/').catch((error) => { if (error.cause?.code === 'UND_ERR_SOCKET' || error.cause?.code === 'ECONNRESET') return; throw error }));
await attempt('send a datagram', () => new Promise((resolve, reject) => { const socket = dgram.createSocket('udp4'); socket.once('error', reject); socket.send('x', ${port}, '127.0.0.1', (error) => { socket.close(); error ? reject(error) : resolve() }) }));
await attempt('listen', () => new Promise((resolve, reject) => { const server = net.createServer(); server.once('error', reject); server.listen(0, '127.0.0.1', () => { server.close(); resolve() }) }));
await attempt('look up a name', () => dns.promises.lookup('localhost'));
await attempt('evaluate text', () => (0, eval)('1'));
await attempt('make a function of text', () => new Function('return 1')());
await attempt('reach inside Node', () => binding('fs').internalModuleStat);
await attempt('see the environment', () => { if (Object.keys(process.env).length === 0) throw new Error('empty') });
const body = Buffer.from(JSON.stringify(results));
const head = Buffer.alloc(5); head.writeUInt32BE(body.length); head[4] = 5;
process.stdout.write(head); process.stdout.write(body, () => process.exit(0));
`
}
