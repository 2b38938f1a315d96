/**
 * Asks why a deployment failed, fixes the variable, deploys again, and follows: the user confirms each change, and each
 * is in the audit log.
 */

import type { Variables } from '@longshore/sdk'
import type { ToolAnswer } from '../../support/cli/mcp-client.ts'
import { markConnected, markLive } from '../../support/fixtures.ts'
import { mustAsk } from '../../support/servers.ts'
import { actionsOf } from './confirm.ts'
import { allowAll, type McpTestEnv, readScopes, writeScopes } from './test-env.ts'

const environment = 'shop/shop'
/** The scenario's actions, as the audit log names them. */
const changes = [
  'deployment.requested', 'deployment.cancel_requested', 'environment.variables_changed', 'deployment.requested',
  'deployment.cancel_requested', 'environment.variables_changed', 'environment.stop_requested',
] // biome-ignore format: a list

export async function runScenario(testEnv: McpTestEnv): Promise<void> {
  const { report } = testEnv
  const { id: tokenId, token } = await testEnv.createToken([...readScopes, ...writeScopes])
  const client = await testEnv.connect(token, { args: allowAll, person: 'accept' })
  const must = async (name: string, given: object = {}): Promise<ToolAnswer['value']> => {
    const answer = await client.call(name, { environment, ...given })
    report.expect(!answer.isError, `${name}: ${answer.text}`)
    return answer.value
  }
  const begun = await must('deploy')
  const waiting = must('wait_for_deployment', { deployment: String(begun.number), seconds: 2 })
  const first = await Promise.race([waiting, client.ask('ping').then(() => 'ping')])
  report.expect(first === 'ping', "a waiting tool doesn't block others")
  const waited = await waiting
  report.expect(waited.id === begun.id && Array.isArray(waited.steps), `waits: ${JSON.stringify(waited).slice(0, 200)}`)
  report.figure('waited', `${waited.status}/${waited.hasEnded}`)
  if (!waited.hasEnded) await must('cancel_deployment')
  const ended = await must('wait_for_deployment', { deployment: begun.id, seconds: 60 })
  report.expect(ended.hasEnded === true, `it ends: ${ended.status} in ${ended.step}`)
  for (const name of ['get_deployment', 'read_deployment_log']) await must(name, { deployment: `#${begun.number}` })
  const diff = await client.call('diff_deployments', { environment, deployment: begun.id })
  report.expect(diff.value.code === 'release_unknown', `it came not as far as its images: ${diff.text}`)
  for (const name of ['list_deployments', 'read_logs', 'list_container_events', 'get_environment']) await must(name)

  const saved = await must('set_variables', { variables: [{ key: 'LOG_LEVEL', value: 'debug', secret: false }] })
  report.expect(JSON.stringify(saved).includes('debug'), 'a variable is fixed')
  const again = await must('redeploy', { deployment: String(begun.number) })
  report.expect(again.number > begun.number, `deployed again: ${again.number}`)
  await must('cancel_deployment')
  await must('wait_for_deployment', { deployment: again.id, seconds: 60 })
  await destroy(testEnv, client.call.bind(client))
  const actions = (await actionsOf(testEnv, tokenId)).sort()
  report.figure('audited', actions.length)
  report.expect(
    actions.join() === changes.toSorted().join(),
    `each change once in the audit log, made by the token: ${actions}`,
  )
  const { questions } = client
  report.expect(questions.length === changes.length, `the person is asked about each change: ${questions.length}`)
}

type Call = (name: string, given?: object) => Promise<ToolAnswer>

async function destroy(testEnv: McpTestEnv, call: Call): Promise<void> {
  const { report, environmentId, serverId, instance } = testEnv
  const keys = async () => {
    const { items } = await mustAsk<Variables>(testEnv, 'GET', `/environments/${environmentId}/variables`)
    return items.map((each: { key: string }) => each.key)
  }
  const removed = await call('remove_variable', { environment, key: 'LOG_LEVEL' })
  report.expect(!removed.isError && !(await keys()).includes('LOG_LEVEL'), `it is removed: ${removed.text}`)

  await markLive(instance, environmentId)
  await markConnected(instance, serverId)
  const asked = async () => {
    const { items } = await mustAsk(testEnv, 'GET', '/audit-log?action=environment.stop_requested')
    return items.length
  }
  const stopped = await call('stop_environment', { environment })
  report.expect(!stopped.isError && (await asked()) === 1, `it is stopped: ${stopped.text}`)
}
