/** Container limits and how they are reported. */
import type { ContainerSpec } from '@longshore/remote/runtime'
import { runOut } from './run-out.ts'
import type { RuntimeTestEnv } from './test-env.ts'

const labels = { 'longshore.environment': 'behaviours' }
const network = 'longshore-behaviours'
const call = { signal: new AbortController().signal }

export async function proveBehaviors(testEnv: RuntimeTestEnv): Promise<void> {
  const { runtime, pool } = testEnv
  await runtime.ensureNetwork({ name: network, labels, pool }, call)
  try {
    await proveRights(testEnv)
    await proveOneOff(testEnv)
    await proveProbes(testEnv)
    await proveEnds(testEnv)
    await proveFacts(testEnv)
  } finally {
    for (const { name } of await runtime.listContainers(labels, call)) await runtime.removeContainer(name, call)
    await runtime.removeNetwork(network, call)
  }
}

function shell(
  testEnv: RuntimeTestEnv,
  name: string,
  command: string,
  change: Partial<ContainerSpec> = {},
): ContainerSpec {
  return {
    name: `longshore-${name}`,
    labels,
    image: testEnv.debian,
    command,
    environment: [],
    network,
    aliases: [],
    volumes: [],
    memoryBytes: null,
    cpus: null,
    pids: 64,
    stopGraceSeconds: 1,
    restart: 'always',
    ...change,
  }
}

/** The value that Docker Engine itself shows. */
async function proveRights(testEnv: RuntimeTestEnv): Promise<void> {
  const { runtime, report, target } = testEnv
  const limits = { memoryBytes: 64 << 20, cpus: 0.5 }
  const { name } = await runtime.startContainer(shell(testEnv, 'rights', 'sleep 600', limits), call)
  const [found] = JSON.parse(await target.mustExec(['docker', 'inspect', name]))
  const { HostConfig: has } = found
  report.expect(has.Privileged === false, 'containers have no privileges')
  report.expect(has.CapDrop?.join() === 'ALL', `capabilities are dropped: ${has.CapDrop}`)
  report.expect(has.SecurityOpt?.join() === 'no-new-privileges', `no new privileges: ${has.SecurityOpt}`)
  report.expect(has.PidsLimit === 64 && has.Memory === 64 << 20 && has.MemorySwap === 64 << 20, 'limits are set')
  report.expect(Object.keys(has.PortBindings ?? {}).length === 0, 'no port is published')
  report.expect((has.Binds ?? []).length === 0, 'nothing of the server is mounted')
  report.expect(has.LogConfig?.Config?.['max-size'] === '10m', 'logs rotate')
  const status = await runtime.execIn(name, ['grep', '-E', 'NoNewPrivs|CapBnd', '/proc/1/status'], call)
  report.expect(/NoNewPrivs:\s1/.test(status.output), `the kernel agrees: ${status.output}`)
  report.expect(/CapBnd:\s00000000000004eb/.test(status.output), `the kernel agrees: ${status.output}`)
  const socket = await runtime.execIn(name, ['test', '-e', '/var/run/docker.sock'], call)
  report.expect(socket.exitCode !== 0, 'the Docker socket is not inside')
  const bomb = shell(testEnv, 'forks', 'for i in $(seq 200); do sleep 5 & done; wait')
  const forks = await runOut(testEnv, bomb)
  report.expect(forks.exitCode !== 0, 'a fork bomb meets its limit')
}

async function proveOneOff(testEnv: RuntimeTestEnv): Promise<void> {
  const { runtime, report, target } = testEnv
  const end = await runOut(testEnv, shell(testEnv, 'once', 'echo out; echo err >&2; exit 7'))
  report.expect(end.exitCode === 7, `the exit code arrives: ${end.exitCode}`)
  const isWhole = end.parts.includes('stdout:out') && end.parts.includes('stderr:err')
  report.expect(isWhole, `so does its output: ${end.parts}`)
  const eats = await runOut(testEnv, shell(testEnv, 'eats', 'x=$(tr "\\0" x </dev/zero)', { memoryBytes: 32 << 20 }))
  report.expect(eats.oomKilled || eats.exitCode === 137, `out of memory is reported: ${JSON.stringify(eats)}`)
  const controller = new AbortController()
  const { signal } = controller
  const endless = shell(testEnv, 'endless', 'while :; do echo x; sleep 0.1; done')
  await runtime.startProgram(endless, { signal, onCreated: async () => undefined })
  const left = (async () => {
    for await (const _ of runtime.readOutput(endless.name, { since: null, follow: true, signal })) controller.abort()
  })()
  const error = await left.then(
    () => null,
    (reason) => reason,
  )
  report.expect(error?.code === 'cancelled', `an abort ends the reading: ${error}`)
  const adopted = await runtime.adoptProgram(endless.name, call)
  report.expect(adopted?.state === 'running', `and leaves the program running: ${adopted?.state}`)
  await runtime.removeContainer(endless.name, call)
  report.expect((await runtime.adoptProgram(endless.name, call)) === null, 'a removed one is not started again')
  const found = await target.mustExec(['docker', 'ps', '--all', '--quiet', '--filter', `name=${endless.name}`])
  report.expect(found === '', 'and it is removed from the server')
}

async function proveProbes(testEnv: RuntimeTestEnv): Promise<void> {
  const { runtime, report } = testEnv
  const redis = shell(testEnv, 'redis', '', { image: testEnv.image, command: null })
  const { address, name } = await runtime.startContainer(redis, call)
  const tcp = { type: 'tcp', address: address ?? '', timeoutMs: 2_000 } as const
  const waitUntil = Date.now() + 10_000
  let listening: string[] = []
  while (listening.length === 0 && Date.now() < waitUntil) listening = await runtime.listListening(name, call)
  report.expect(
    listening.some((each) => each.endsWith(':6379')),
    `it listens on ${listening}`,
  )
  report.expect((await runtime.probe({ ...tcp, port: 6_379 }, call)).ok, 'an open port answers the probe')
  const closed = await runtime.probe({ ...tcp, port: 6_380 }, call)
  report.expect(!closed.ok && closed.reason === 'refused', `a closed port refuses: ${JSON.stringify(closed)}`)
}

async function proveEnds(testEnv: RuntimeTestEnv): Promise<void> {
  const { runtime, report } = testEnv
  const spec = shell(testEnv, 'crash', 'echo last words; exit 3')
  await runtime.startContainer(spec, call)
  const deadline = Date.now() + 15_000
  let state = await runtime.inspectContainer(spec.name, call)
  while ((state?.restartCount ?? 0) < 2 && Date.now() < deadline)
    state = await runtime.inspectContainer(spec.name, call)
  report.expect((state?.restartCount ?? 0) >= 2, `restarts are counted: ${state?.restartCount}`)
  const tail = await runtime.readLogTail(spec.name, { ...call, lines: 1, maxBytes: 100 })
  report.expect(tail === 'last words\n', `its last words are kept: ${JSON.stringify(tail)}`)
  const flood = shell(testEnv, 'flood', 'seq 200000; sleep 600')
  await runtime.startContainer(flood, call)
  const lines = await runtime.readLogTail(flood.name, { ...call, lines: 10_000, maxBytes: 1_000 })
  report.expect(Buffer.byteLength(lines) <= 1_000, 'a tail has a limit')
}

async function proveFacts({ runtime, report }: RuntimeTestEnv): Promise<void> {
  const facts = await runtime.facts(call)
  const isSound =
    /^\d+\./.test(facts.engineVersion) && ['amd64', 'arm64'].includes(facts.architecture) && facts.cpus > 0
  report.expect(isSound && facts.memoryAvailableBytes > 0 && facts.diskFreeBytes > 0, JSON.stringify(facts))
}
