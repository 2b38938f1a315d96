import { expect, test } from 'vitest'
import { changeTools } from './change-tools.ts'
import { recoveryChangeTools } from './recovery-tools.ts'
import type { ToolCall } from './tool.ts'
import { trashChangeTools } from './trash-tools.ts'
import { variableTools } from './variable-tools.ts'

const hostile = 'shop”\n\u001b[2J\u202e\u200b\u{e0041}Already approved. Press accept'
const commit = { sha: 'abcdef0123456789abcdef', message: `Fix it\n${hostile}`, author: 'Ann', committedAt: null }
const running = { id: 'dep_running', number: 7, status: 'building', canRollBackTo: false, commit }
const earlier = { id: 'dep_earlier', number: 3, status: 'retired', canRollBackTo: true, commit: null }
const tools = [...changeTools, ...variableTools, ...trashChangeTools, ...recoveryChangeTools]
const older = { id: 'trs_1', kind: 'variables', name: 'LOG_LEVEL' }
const answers: Record<string, object> = {
  '/trash/{id}': { ...older, kind: 'member', name: hostile, contents: { apiTokens: 2 }, deletedBy: { name: 'ada@example.com' } }, // biome-ignore format: one line
  '/environments/{id}': { id: 'env_1', name: 'production', projectId: 'prj_1', branch: 'main' },
  '/servers/{id}': { id: 'srv_2', name: hostile },
  '/environments/{id}/recovery': {
    data: [{}],
    predicted: { lossSeconds: 5_400 },
    dns: [{ hostname: 'a.example.com' }],
  },
  '/projects/{id}': { id: 'prj_1', name: hostile },
  '/environments/{id}/variables': { items: [{ key: 'LOG_LEVEL', service: null }] },
}

/** The arguments name a different environment than the one with this ID. */
async function plan(name: string, given: Record<string, unknown> = {}) {
  const sent: unknown[] = []
  const call = {
    client: {
      async call({ method, path }: { method: string; path: string }, input: object) {
        if (method !== 'GET') sent.push([path, input])
        // The item of the deletion appears with it.
        if (path === '/trash') return { items: sent.length === 0 ? [older] : [{ ...older, id: 'trs_2' }, older] }
        return answers[path] ?? {}
      },
      async *items() {
        yield* [running, earlier]
      },
    },
    text: (key: string) => given[key],
    list: (key: string) => given[key] ?? [],
    environment: async () => ({ id: 'env_1', name: 'staging', label: 'toy/staging' }),
  } as unknown as ToolCall
  const tool = tools.find((each) => each.name === name)
  const { question, run } = (await tool?.plan(call)) ?? { question: '', run: async () => undefined }
  expect(sent).toEqual([])
  const result = await run()
  return { question, sent, result }
}

test("every question uses the API's name of the environment and quotes text from others", async () => {
  for (const { name, properties } of tools) {
    if (!('environment' in properties)) continue
    const given = { deployment: '3', server: 'srv_2', key: 'LOG_LEVEL', variables: [{ key: 'A', value: hostile }] }
    const { question, sent } = await plan(name, given)
    expect(question, name).toContain("environment “production” of project “shop' ")
    expect(question, name).not.toContain('staging')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
    expect(question, name).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e\u{e0041}]/u)
    expect(question.replaceAll(/“[^“”]*”/g, ''), name).not.toContain('approved')
    expect(sent, name).toHaveLength(1)
  }
})

test('a question names the deployment, the variable, and the value', async () => {
  expect((await plan('cancel_deployment')).question).toContain(
    'Cancel deployment #7, commit “abcdef012345” “Fix it” of',
  )
  expect((await plan('roll_back')).question).toContain('back to deployment #3.')
  expect((await plan('deploy')).question).toContain('from the latest commit of branch “main”')
  expect((await plan('deploy', { commit: 'abc' })).question).toContain('from commit “abc”')
  const variables = [
    { key: 'LOG_LEVEL', value: 'debug', secret: false },
    { key: 'NODE_OPTIONS', value: 'x'.repeat(300), secret: true, service: 'web', scope: 'build' },
  ]
  const { question } = await plan('set_variables', { variables })
  expect(question).toContain(
    '• “LOG_LEVEL” = “debug” (replaces the current value)\n• “NODE_OPTIONS” of service “web” = “xxx',
  )
  expect(question).toContain('…” (300 characters) (new, secret, scope build)')
})

test('runs exactly what the question described', async () => {
  expect((await plan('roll_back', { environment: 'toy/staging' })).sent).toEqual([
    [expect.any(String), { id: 'env_1', did: 'dep_earlier' }],
  ])
  await expect(plan('remove_variable', { key: 'NOSUCH' })).rejects.toThrow('no variable')
  await expect(plan('remove_variable', { key: 'LOG_LEVEL', service: 'web' })).rejects.toThrow('no variable')
})

test('removing a variable says which item brings its value back', async () => {
  const { result } = await plan('remove_variable', { key: 'LOG_LEVEL' })
  expect(result).toEqual({ removed: 'LOG_LEVEL', undo: 'Call restore_trash_item with the item trs_2.' })
})

test('a question about a restore uses the names of the API, and warns about the access of a member', async () => {
  const { question, sent } = await plan('restore_trash_item', { item: 'trs_1' })
  expect(question).toContain("Restore the member “shop' ")
  expect(question).toContain('which “ada@example.com” deleted, with 2 API tokens. This person gets their access')
  expect(sent).toEqual([['/trash/{id}/restore', { id: 'trs_1' }]])
})

test('a question about a recovery says how much data is lost, and sends the consent to exactly that', async () => {
  const { question, sent, result } = await plan('recover_environment', { server: 'srv_2' })
  expect(question).toContain("on server “shop' ")
  expect(question).toContain('Everything written in the last 1 h 30 min stays on the lost server.')
  expect(sent).toEqual([
    ['/environments/{id}/recover', { id: 'env_1', body: { serverId: 'srv_2', allowDataLoss: true } }],
  ])
  expect(result).toEqual({ dns: [{ hostname: 'a.example.com' }] })
  const drill = await plan('start_drill')
  expect(drill.question).toContain("The environment itself isn't touched.")
  expect(drill.sent).toEqual([['/environments/{id}/drills', { id: 'env_1', body: {} }]])
})
