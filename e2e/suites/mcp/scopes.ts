/** Visible tools: the kinds that the person allowed, within the token's scopes, if the client can ask. */
import { tools } from '../../../apps/cli/src/mcp/tools.ts'
import type { McpClient } from '../../support/cli/mcp-client.ts'
import { readApi } from '../../support/openapi.ts'
import { mustAsk } from '../../support/servers.ts'
import { faultsOf } from './schemas.ts'
import { allowAll, type McpTestEnv, readScopes, writeScopes } from './test-env.ts'

const apiPrefix = '/api/v1'

export async function offer(testEnv: McpTestEnv): Promise<void> {
  const { report } = testEnv
  const all = [...readScopes, ...writeScopes]
  const { token } = await testEnv.createToken(all)
  const writer = await testEnv.connect(token, { args: allowAll, person: 'decline' })
  const offered = await writer.tools()
  report.figure('tools', offered.length)
  report.expect(offered.length === tools.length, `all scopes show all tools: ${offered.length} of ${tools.length}`)
  for (const each of offered) {
    const faults = faultsOf(each)
    report.expect(faults.length === 0, `${each.name}: ${faults.join('; ')}`)
    const kind = tools.find(({ name }) => name === each.name)?.kind
    const { readOnlyHint, destructiveHint } = each.annotations
    report.expect(readOnlyHint === (kind === 'read') && destructiveHint === (kind === 'destroy'), `${each.name}: hints`)
    report.expect(!('confirm' in each.inputSchema.properties), `${each.name}: an assistant cannot agree for the person`)
  }
  await compareKinds(testEnv, token)
  await compareScopes(testEnv)
  const gone = await testEnv.createToken(readScopes)
  await mustAsk(testEnv, 'DELETE', `/api-tokens/${gone.id}`)
  const late = await testEnv.connect(gone.token)
  const listed = await late.ask('tools/list')
  report.expect(listed.error !== undefined, `a token that was revoked: ${JSON.stringify(listed)}`)
  compareWithApi(testEnv)
}

/** The effect of the command line and the client, for a token with every scope. */
async function compareKinds(testEnv: McpTestEnv, token: string): Promise<void> {
  const { report } = testEnv
  const cases: [string, readonly string[], boolean, readonly string[]][] = [
    ['by default', [], false, ['read']],
    ['by default, also when the client can ask', [], true, ['read']],
    ['--allow read', ['--allow', 'read'], true, ['read']],
    ['--allow write', ['--allow', 'write'], true, ['read', 'write']],
    ['--allow of a client that cannot ask', allowAll, false, ['read']],
    ['--unattended write', ['--unattended', 'write'], false, ['read', 'write']],
    ['--unattended destroy', ['--unattended', 'destroy'], false, ['read', 'destroy']],
  ]
  const compare = async ([what, args, canAsk, kinds]: (typeof cases)[number]) => {
    const client = await testEnv.connect(token, { args, person: canAsk ? 'decline' : undefined })
    const wanted = tools.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
    const names = await namesOf(client)
    report.expect(names.sort().join() === wanted.sort().join(), `${what}: ${kinds}, not ${names}`)
    const hidden = tools.filter(({ kind }) => !kinds.includes(kind))
    for (const { name } of hidden) {
      const refused = await client.call(name, {})
      report.expect(refused.isError && refused.value.code === 'forbidden', `${what}, ${name} by name: ${refused.text}`)
    }
    report.expect(client.questions.length === 0, `${what}: no confirmation for tools that are not offered`)
    await client.end()
    report.expect(/can't ask you/.test(client.stderr) === (args === allowAll), `${what}: ${client.stderr}`)
  }
  await Promise.all(cases.map(compare))
}

/** The effect of the scopes, for a person who allows everything. */
async function compareScopes(testEnv: McpTestEnv): Promise<void> {
  const { report } = testEnv
  const start = async (scopes: readonly string[]) =>
    await testEnv.connect((await testEnv.createToken(scopes)).token, { args: allowAll, person: 'accept' })
  const reader = await start(readScopes)
  const seen = await reader.tools()
  report.figure('readTools', seen.length)
  report.expect(
    seen.length > 10 && seen.every((each) => each.annotations.readOnlyHint === true),
    `a token that reads sees tools that read: ${seen.map((each) => each.name)}`,
  )
  for (const { name } of tools.filter((each) => each.kind !== 'read')) {
    const refused = await reader.call(name, {})
    report.expect(refused.isError && refused.value.code === 'forbidden', `${name} by name: ${refused.text}`)
  }
  report.expect(reader.questions.length === 0, 'no confirmation for what the token is not allowed to do')
  const names = await namesOf(await start(['deployments:read']))
  report.expect(
    names.includes('get_deployment') && !names.includes('list_projects') && !names.includes('list_servers'),
    `one scope: ${names}`,
  )
}

async function namesOf(client: McpClient): Promise<string[]> {
  return (await client.tools()).map((each) => each.name)
}

/** A tool needs the scopes of its operations. */
function compareWithApi({ report }: McpTestEnv): void {
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
    report.expect(changes === (tool.kind !== 'read'), `${tool.name} isn't a tool that ${tool.kind}s`)
  }
  report.expect(!covered.has(''), 'every operation of a tool is one of the API')
  report.figure('operations', covered.size)
}
