import { ProblemError } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { commandEntries } from './command-table.ts'
import { toErrorReport } from './errors.ts'
import { remedies } from './remedies.ts'

test('every action has a sentence, and its commands exist', () => {
  const known = new Set(commandEntries.map(({ path }) => path))
  for (const sentence of Object.values(remedies)) {
    expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(sentence).not.toMatch(/\/api\/v1|\b(?:GET|POST|PUT|PATCH|DELETE) \//)
    const command = / longshore ([a-z ]+)\./.exec(sentence)?.[1]
    if (command !== undefined) expect(known, sentence).toContain(command)
  }
})

test('an error shows the hint of the instance and the command', () => {
  const problem = { code: 'server_required', detail: 'No server.', hint: 'Connect a server.', title: 'No server' }
  const error = new ProblemError({ ...problem, remedy: { action: 'connect_server' } }, { status: 409 })
  expect(toErrorReport(error, undefined)).toMatchObject({ hint: problem.hint, remedy: remedies.connect_server })
})

test('an unknown or missing action keeps the hint', () => {
  const problem = { code: 'x', detail: 'X.', hint: 'Do it.', title: 'X' }
  const newer = { ...problem, remedy: { action: 'reboot' as 'deploy' } }
  for (const body of [newer, problem]) {
    const report = toErrorReport(new ProblemError(body, { status: 409 }), undefined)
    expect(report.hint).toBe('Do it.')
    expect(report).not.toHaveProperty('remedy')
  }
})
