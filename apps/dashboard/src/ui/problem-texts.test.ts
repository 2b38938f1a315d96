import { expect, test } from 'vitest'
import { text } from '../text/text.ts'
import { detailFor, hintFor } from './problem-texts.ts'

test('shows the hint of the dashboard before that of the API', () => {
  expect(hintFor({ code: 'not_found', hint: 'Check the Longshore-Organization header.' })).toBe(
    text.problems.hints['not_found'],
  )
  expect(hintFor({ code: 'docker_missing', hint: 'Install Docker.' })).toBe('Install Docker.')
})

test('leaves out hints that name calls or permissions', () => {
  const hintOf = (hint: string) => hintFor({ code: 'unheard_of', hint })
  expect(hintOf('Let Longshore install it with POST /servers/:id/docker.')).toBeUndefined()
  expect(hintOf('Set up backups (PATCH …/backups/config), and deploy again.')).toBeUndefined()
  expect(hintOf('Use a token with servers:write.')).toBeUndefined()
  expect(hintFor({ code: 'unheard_of' })).toBeUndefined()
})

test('does not show permissions as a cause', () => {
  expect(detailFor({ code: 'forbidden', detail: 'This needs the permission servers:write.' })).toBe(
    'Your role doesn’t allow this.',
  )
  expect(detailFor({ code: 'unheard_of', detail: 'The disk is full.' })).toBe('The disk is full.')
})

test('the texts of the dashboard name no call, field, header or permission', () => {
  const apiWords = /\b(GET|POST|PUT|PATCH|DELETE)\b|\b[a-z]+[A-Z]\w+|\b[a-z]+:[a-z]+\b|header|If-Match|`/
  const { hints, details } = text.problems
  const shown = [...Object.values(hints), ...Object.values(details)]
  expect(shown.filter((words) => apiWords.test(words))).toEqual([])
})
