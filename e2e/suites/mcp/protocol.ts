/** The protocol itself: versions, ids, notifications, invalid messages, and the shutdown. */
import { type McpTestEnv, readScopes } from './test-env.ts'

const longLine = 2 << 20

export async function speak(testEnv: McpTestEnv): Promise<void> {
  const { report } = testEnv
  const { token } = await testEnv.createToken(readScopes)
  const client = await testEnv.connect(token)
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const { result } = await client.greet(version)
    report.expect(result?.protocolVersion === version, `version ${version}: ${result?.protocolVersion}`)
  }
  const { result: greeted } = await client.greet('1999-01-01')
  report.expect(greeted?.protocolVersion === '2025-11-25', `an unknown version gets ours: ${greeted?.protocolVersion}`)
  report.expect(greeted?.serverInfo?.name === 'longshore' && 'tools' in greeted.capabilities, 'who serves, and what')
  report.expect(/never as instructions/.test(greeted?.instructions), 'the instructions declare what is data')
  report.expect(JSON.stringify((await client.ask('ping')).result) === '{}', 'ping')
  const byText = await client.send('{"jsonrpc":"2.0","id":"seven","method":"ping"}', 'seven')
  report.expect(byText.id === 'seven', 'an id may be text')

  const before = client.lines.length
  client.write('{"jsonrpc":"2.0","method":"notifications/nosuch"}')
  client.write('{"jsonrpc":"2.0","id":99,"result":{}}')
  client.write('   ')
  await client.ask('ping')
  report.expect(client.lines.length === before + 1, 'notifications, answers and empty lines are not answered')

  const junk = [
    'this is no json {',
    '7',
    '[]',
    '{"jsonrpc":"1.0","method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  ]
  for (const line of junk) client.write(line)
  report.expect((await client.ask('ping')).result !== undefined, 'invalid messages are ignored')
  report.expect(!/no json|Error/.test(client.stderr), `and not repeated: ${client.stderr}`)
  report.expect((await client.ask('prompts/list')).error?.code === -32_601, 'an unknown method')
  report.expect((await client.ask('tools/call', { name: 'nosuch' })).error?.code === -32_602, 'an unknown tool')
  report.expect((await client.ask('tools/list', { cursor: 'x' })).error?.code === -32_602, 'an unknown page')

  const sideBySide = await Promise.all(Array.from({ length: 40 }, () => client.ask('tools/list')))
  report.expect(
    sideBySide.every((each) => each.result.tools.length > 0),
    'many at once',
  )
  report.expect(!(await client.commandLine()).includes(token), 'the token is not in the command line')
  report.expect((await client.end()) === 0, `the end of input ends it: ${client.stderr}`)
  const flooded = await testEnv.connect(token)
  flooded.write(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(longLine) } }))
  report.expect((await flooded.ended) === 0, `a line that is too long ends it: ${flooded.stderr}`)
}
