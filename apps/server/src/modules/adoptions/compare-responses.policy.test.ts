import { expect, test } from 'vitest'
import { compareResponses } from './compare-responses.policy.ts'

const page = { status: 200, contentType: 'text/html' }
const compare = (old: typeof page, now: typeof page | null) =>
  compareResponses([{ service: 'web', ...old }], new Map([['web', now]]))

test("the same response isn't a difference", () => {
  expect(compare(page, page)).toEqual({
    compared: [{ service: 'web', before: '200 text/html', after: '200 text/html' }],
    failure: null,
    differences: [],
  })
})

test.each([{ ...page, status: 502 }, null])(
  'a service that responded before and answers %j now must not replace it',
  (now) => {
    expect(compare(page, now).failure).toContain('web responded to / with 200 text/html before')
  },
)

test("an old service that failed doesn't prevent the switch", () => {
  expect(compare({ ...page, status: 503 }, { ...page, status: 500 }).failure).toBeNull()
})

test('another status or type is only reported', () => {
  const { failure, differences } = compare(page, { status: 302, contentType: '' })
  expect(failure).toBeNull()
  expect(differences).toHaveLength(1)
})

test('a service without an old response is left out', () => {
  expect(compareResponses([], new Map([['web', page]])).compared).toEqual([])
})
