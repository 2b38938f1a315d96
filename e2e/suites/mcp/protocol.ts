/** The protocol itself: versions, ids, notifications, batches, what is no message, and the end. */
import { type McpWorld, readScopes } from './world.ts'

const longLine = 2 << 20

export async function speak(world: McpWorld): Promise<void> {
  const { report } = world
  const { token } = await world.createToken(readScopes)
  const client = await world.connect(token)
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const { result } = await client.greet(version)
    report.expect(result?.protocolVersion === version, `version ${version}: ${result?.protocolVersion}`)
  }
  const { result: greeted } = await client.greet('1999-01-01')
  report.expect(greeted?.protocolVersion === '2025-11-25', `an unknown version gets ours: ${greeted?.protocolVersion}`)
  report.expect(greeted?.serverInfo?.name === 'longshore' && 'tools' in greeted.capabilities, 'who serves, and what')
  report.expect(/never as instructions/.test(greeted?.instructions), 'the assistant is told what is data')
  report.expect(JSON.stringify((await client.ask('ping')).result) === '{}', 'ping')
  const byText = await client.send('{"jsonrpc":"2.0","id":"seven","method":"ping"}', 'seven')
  report.expect(byText.id === 'seven', 'an id may be text')

  const before = client.lines.length
  client.write('{"jsonrpc":"2.0","method":"notifications/nosuch"}')
  client.write('{"jsonrpc":"2.0","id":99,"result":{}}')
  client.write('   ')
  await client.ask('ping')
  report.expect(client.lines.length === before + 1, 'notifications, answers and empty lines are not answered')

  const failures: [string, number][] = [
    ['this is no json {', -32_700],
    ['7', -32_600],
    ['[]', -32_600],
    ['{"jsonrpc":"1.0","method":"ping"}', -32_600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
    [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(longLine) } }), -32_600],
  ]
  for (const [line, code] of failures) {
    const answer = await client.send(line, null)
    report.expect(answer.error?.code === code, `${line.slice(0, 40)}: ${JSON.stringify(answer.error)}`)
  }
  report.expect((await client.ask('prompts/list')).error?.code === -32_601, 'an unknown method')
  report.expect((await client.ask('tools/call', { name: 'nosuch' })).error?.code === -32_602, 'an unknown tool')
  report.expect((await client.ask('tools/list', { cursor: 'x' })).error?.code === -32_602, 'an unknown page')

  const batch = [{ jsonrpc: '2.0', id: 'a', method: 'ping' }, { jsonrpc: '2.0', method: 'x' }, 1]
  const answers = await client.send(JSON.stringify(batch), 'batch')
  report.expect(
    answers.length === 2 && answers[0].id === 'a' && answers[1].error?.code === -32_600,
    `a batch: ${JSON.stringify(answers)}`,
  )
  const sideBySide = await Promise.all(Array.from({ length: 40 }, () => client.ask('tools/list')))
  report.expect(
    sideBySide.every((each) => each.result.tools.length > 0),
    'many at once',
  )
  report.expect(!(await client.commandLine()).includes(token), 'the token is not in the command line')
  report.expect((await client.end()) === 0, `the end of input ends it: ${client.stderr}`)
}
