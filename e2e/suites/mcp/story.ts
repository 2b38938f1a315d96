/** Why did it fail, mend the variable, deploy again, follow: and each change is in the audit log, made by the token. */
import { pretendConnected, pretendLive } from '../../support/fixtures.ts'
import { mustAsk } from '../../support/servers.ts'
import type { ToolAnswer } from './client.ts'
import { type McpWorld, readScopes, writeScopes } from './world.ts'

const environment = 'shop/shop'
/** What the story does, as the audit log calls it. */
const changes = [
  'deployment.requested', 'deployment.cancel_requested', 'environment.variables_changed', 'deployment.requested',
  'deployment.cancel_requested', 'environment.variables_changed', 'environment.stop_requested',
] // biome-ignore format: a list

export async function tellStory(world: McpWorld): Promise<void> {
  const { report } = world
  const { id: tokenId, token } = await world.createToken([...readScopes, ...writeScopes])
  const client = await world.connect(token)
  const must = async (name: string, given: object = {}): Promise<ToolAnswer['value']> => {
    const answer = await client.call(name, { environment, ...given })
    report.expect(!answer.isError, `${name}: ${answer.text}`)
    return answer.value
  }
  const begun = await must('deploy')
  const waiting = must('wait_for_deployment', { deployment: String(begun.number), seconds: 2 })
  const startedAt = performance.now()
  await client.ask('ping')
  report.expect(performance.now() - startedAt < 1_500, 'a tool that waits keeps nobody waiting')
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
  report.expect(JSON.stringify(saved).includes('debug'), 'a variable is mended')
  const again = await must('redeploy', { deployment: String(begun.number) })
  report.expect(again.number > begun.number, `deployed again: ${again.number}`)
  await must('cancel_deployment')
  await must('wait_for_deployment', { deployment: again.id, seconds: 60 })
  await destroy(world, client.call.bind(client))
  const { items } = await mustAsk(world, 'GET', '/audit-log?limit=100')
  const own: { action: string; actor: { kind: string } }[] = items.filter(
    (each: { actor: { id: string } }) => each.actor.id === tokenId,
  )
  const actions = own.map((each) => each.action).sort()
  report.figure('audited', own.length)
  report.expect(
    own.every((each) => each.actor.kind === 'token') && actions.join() === changes.toSorted().join(),
    `each change once in the audit log, made by the token: ${actions}`,
  )
}

type Call = (name: string, given?: object) => Promise<ToolAnswer>

async function destroy(world: McpWorld, call: Call): Promise<void> {
  const { report, environmentId, serverId, instance } = world
  const keys = async () => {
    const { items } = await mustAsk(world, 'GET', `/environments/${environmentId}/variables`)
    return items.map((each: { key: string }) => each.key)
  }
  for (const more of [{}, { confirm: false }, { confirm: 'true' }]) {
    const refused = await call('remove_variable', { environment, key: 'LOG_LEVEL', ...more })
    report.expect(refused.isError && refused.text.includes('confirm'), `without confirm: ${refused.text}`)
  }
  report.expect((await keys()).includes('LOG_LEVEL'), 'without confirm: true nothing is removed')
  const removed = await call('remove_variable', { environment, key: 'LOG_LEVEL', confirm: true })
  report.expect(!removed.isError && !(await keys()).includes('LOG_LEVEL'), `with it it is: ${removed.text}`)

  await pretendLive(instance, environmentId)
  await pretendConnected(instance, serverId)
  const asked = async () => {
    const { items } = await mustAsk(world, 'GET', '/audit-log?action=environment.stop_requested')
    return items.length
  }
  const held = await call('stop_environment', { environment })
  report.expect(held.isError && (await asked()) === 0, `it goes on running: ${held.text}`)
  const stopped = await call('stop_environment', { environment, confirm: true })
  report.expect(!stopped.isError && (await asked()) === 1, `it is stopped: ${stopped.text}`)
}
