import { expect, test } from 'vitest'
import { toNext } from './next-page.ts'

test('the browser loads the API reference, and the dashboard opens its own pages', () => {
  expect(toNext('/api/docs/')).toEqual({ href: '/api/docs/', reloadDocument: true })
  expect(toNext('/projects?page=2')).toEqual({ href: '/projects?page=2', reloadDocument: false })
  expect(toNext(undefined)).toEqual({ href: '/', reloadDocument: false })
})
