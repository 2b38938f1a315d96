/** A healthy server: every stage succeeds, the first event comes at once, and the key stays secret. */

import { runProgram } from '../../fixtures/run.ts'
import type { Target } from '../../fixtures/target.ts'
import { isQuick } from '../../support/command-line.ts'
import { median } from '../../support/statistics.ts'
import { loginTo } from './cases.ts'
import { endOf, forgetLimits, type TopicContext, testConnection } from './request.ts'

const users = ['root', 'deploy'] as const
const firstEvents = isQuick ? 30 : 100
const firstEventBarMs = 300

export async function proveHealthy(context: TopicContext, target: Target): Promise<void> {
  const { report } = context
  await forgetLimits(context)
  const keys = await target.readHostKeys()
  const expected = keys.map(({ fingerprint }) => fingerprint).sort()
  for (const username of users) {
    const hostKeyFingerprint = keys.find(({ type }) => type === 'ssh-ed25519')?.fingerprint
    const tested = await testConnection(context, { ...loginTo(target, username), hostKeyFingerprint })
    const { result } = tested
    const ends = tested.stages.filter(({ status }) => status !== 'running')
    report.expect(tested.headers['content-type'] === 'text/event-stream', `${username}: the answer is a stream`)
    report.expect(
      ends.length === 12 && ends.every(({ status }) => status === 'ok'),
      `${username}: ${JSON.stringify(ends)}`,
    )
    report.expect(result?.ok === true && result.complete && result.warnings.length === 0, `${username}: ${tested.text}`)
    report.expect(result?.fingerprint === hostKeyFingerprint, `${username}: fingerprint ${result?.fingerprint}`)
    const shown = result?.fingerprints.map(({ fingerprint }) => fingerprint).sort()
    report.expect(shown?.join() === expected.join(), `${username}: fingerprints ${shown}`)
  }
  const keyless = await testConnection(context, { host: target.host, port: target.port, username: 'root' })
  const { result } = keyless
  report.expect(
    result?.ok === true && !result.complete && result.fingerprint !== null,
    `without a key: ${keyless.text}`,
  )
  report.expect(endOf(keyless, 'auth')?.hint?.includes('privateKey') === true, 'without a key: no hint')
  await proveCurl(context, target)
}

/** The input as users type it. */
async function proveCurl({ instance, report, person }: TopicContext, target: Target): Promise<void> {
  const { stdout } = await runProgram(
    [
      ...['curl', '-sN', '-H', 'content-type: application/json', '-H', `authorization: Bearer ${person.token}`],
      ...['--data-binary', '@-', `${instance.url}/api/v1/servers/test-connection`],
    ],
    { stdin: JSON.stringify(loginTo(target, 'deploy')) },
  )
  const isWhole =
    stdout.includes('event: result\ndata: {"ok":true') && stdout.trimEnd().endsWith('event: end\ndata: {}')
  report.expect(isWhole, `curl -N: ${stdout.slice(-500)}`)
}

/** Runs sequentially, and disconnects after each test's first event. */
export async function proveFirstEvent(context: TopicContext, target: Target): Promise<void> {
  const times: number[] = []
  for (let count = 0; count < firstEvents; count += 1) {
    await forgetLimits(context)
    const tested = await testConnection(context, loginTo(target, 'deploy'), { leaveWhen: () => true })
    times.push(tested.firstEventMs)
  }
  const middle = median(times)
  context.report.figure('first_event_ms', Math.round(middle))
  context.report.expect(middle <= firstEventBarMs, `the first event comes after ${middle.toFixed(0)} ms at the median`)
}

export function proveSecrecy({ instance, report }: TopicContext, target: Target): void {
  for (const username of users) {
    const [, line = '?'] = target.keys[username].privateKey.split('\n')
    for (const [name, output] of [
      ['api', instance.api.output],
      ['worker', instance.worker.output],
    ] as const)
      report.expect(!output.includes(line), `the ${name}'s log shows a private key`)
  }
}
