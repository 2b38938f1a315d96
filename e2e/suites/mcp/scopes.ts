/** Who sees which tools: what is offered follows from the scopes, and is what the API says of the operations behind them. */
import { tools } from '../../../apps/cli/src/mcp/tools.ts'
import { readApi } from '../../support/openapi.ts'
import { mustAsk } from '../../support/servers.ts'
import { faultsOf } from './schemas.ts'
import { type McpWorld, readScopes, writeScopes } from './world.ts'

const apiPrefix = '/api/v1'

export async function offer(world: McpWorld): Promise<void> {
  const { report } = world
  const all = [...readScopes, ...writeScopes]
  const start = async (scopes: readonly string[], words: readonly string[] = []) =>
    await world.connect((await world.createToken(scopes)).token, words)
  const starting = [
    start(readScopes),
    start(all),
    start(['deployments:read']),
    start(all, ['--allow', 'read']),
  ] as const
  const [reader, writer, narrow, held] = await Promise.all(starting)
  const [seen, offered] = [await reader.tools(), await writer.tools()]
  report.figure('tools', offered.length)
  report.figure('readTools', seen.length)
  report.expect(offered.length === tools.length, `all scopes show all tools: ${offered.length} of ${tools.length}`)
  report.expect(
    seen.length > 10 && seen.every((each) => each.annotations.readOnlyHint === true),
    `a token that reads sees tools that read: ${seen.map((each) => each.name)}`,
  )
  for (const each of offered) {
    const faults = faultsOf(each)
    report.expect(faults.length === 0, `${each.name}: ${faults.join('; ')}`)
    const isConfirmed = each.inputSchema.required.includes('confirm')
    report.expect(each.annotations.destructiveHint === isConfirmed, `${each.name}: confirm goes with destructive`)
  }
  for (const { name } of tools.filter((each) => each.kind !== 'read')) {
    const refused = await reader.call(name, { confirm: true })
    report.expect(refused.isError && refused.value.code === 'forbidden', `${name} by name: ${refused.text}`)
  }
  const names = (await narrow.tools()).map((each) => each.name)
  report.expect(
    names.includes('get_deployment') && !names.includes('list_projects') && !names.includes('list_servers'),
    `one scope: ${names}`,
  )
  report.expect((await held.tools()).length === seen.length, '--allow read holds back what the scopes would allow')
  const gone = await world.createToken(readScopes)
  await mustAsk(world, 'DELETE', `/api-tokens/${gone.id}`)
  const late = await world.connect(gone.token)
  const listed = await late.ask('tools/list')
  report.expect(listed.error !== undefined, `a token that was revoked: ${JSON.stringify(listed)}`)
  compareWithApi(world)
}

/** What a tool needs is what its operations need. */
function compareWithApi({ report }: McpWorld): void {
  const { operations } = readApi()
  const covered = new Set<string>()
  for (const tool of tools) {
    const used = tool.operations.map(({ method, path }) =>
      operations.find((each) => each.method === method && each.path === `${apiPrefix}${path}`),
    )
    for (const each of used) covered.add(each?.id ?? '')
    const needed = used.map((each) => each?.permission ?? 'unknown')
    report.expect(
      needed.every((each) => tool.needs.some((own) => own === each)),
      `${tool.name} needs ${needed}, not ${tool.needs}`,
    )
    const changes = used.some((each) => each?.method !== 'GET')
    report.expect(changes === (tool.kind !== 'read'), `${tool.name} is no tool that ${tool.kind}s`)
  }
  report.expect(!covered.has(''), 'every operation of a tool is one of the API')
  report.figure('operations', covered.size)
}
