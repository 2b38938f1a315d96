/** Hints address people on every surface; the remedy is for programs. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ruleTexts } from '../modules/alerts/alert-rules.policy.ts'
import { AppError } from '../platform/errors/app-error.ts'
import { defineProblems } from '../platform/errors/problem.ts'
import { operationSentence, remedies, remedyActions } from '../platform/errors/remedies.policy.ts'
import { problemBody } from '../platform/http/problem-body.ts'
import { failures } from './failures.ts'

const call = /\b(?:GET|POST|PUT|PATCH|DELETE) [/…]|\/api\/v1|\blongshore [a-z]/

test('no hint names an endpoint or a command: people read it in the dashboard, in the terminal and in mails', () => {
  expect('Add one with POST /servers.').toMatch(call)
  const hints = [
    ...failures,
    ...Object.values(ruleTexts).map(({ hint }) => ({ code: 'alert', cause: '', remedy: hint })),
  ]
  const named = hints.filter(({ cause, remedy }) => call.test(remedy) || call.test(cause))
  expect(named.map(({ code, remedy }) => `${code}: ${remedy}`)).toEqual([])
})

test('every remedy is used, and is an operation of the API', () => {
  const text = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
  const { paths }: { paths: Record<string, Record<string, unknown>> } = JSON.parse(text)
  const used = new Set(failures.map(({ action }) => action))
  for (const action of remedyActions) {
    const [method = '', path] = remedies[action].operation.split(' ')
    expect(paths[`/api/v1${path}`]?.[method.toLowerCase()], remedies[action].operation).toBeDefined()
    expect(used, action).toContain(action)
    expect(operationSentence(action)).toMatch(/^To [a-z].* call `[A-Z]+ \/.*`\.$/)
  }
})

const problems = defineProblems({
  no_server: { status: 409, title: 'No server', detail: 'It has none.', hint: 'Choose one.', remedy: 'choose_server' },
  signed_out: { status: 401, title: 'Signed out', detail: 'You are.', hint: 'Sign in.', remedy: 'sign_in' },
  other: { status: 409, title: 'Other', detail: 'It is.', hint: 'Wait.' },
})

test('an error names the action, and its resource if the request did', () => {
  const remedyAt = (path: string) => problemBody(new AppError(problems.no_server), path, 't').remedy
  const path = '/api/v1/environments/env_01k9ha9qkwf5gr8a4q3m5c6x7y/deployments'
  expect(remedyAt(path)).toEqual({ action: 'choose_server', target: 'env_01k9ha9qkwf5gr8a4q3m5c6x7y' })
  expect(remedyAt('/api/v1/environments')).toEqual({ action: 'choose_server' })
  expect(problemBody(new AppError(problems.signed_out), path, 't').remedy).toEqual({ action: 'sign_in' })
  expect(problemBody(new AppError(problems.other), path, 't')).not.toHaveProperty('remedy')
})
