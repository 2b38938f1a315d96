import { expect, test } from 'vitest'
import { nextPageLink } from './next-page.ts'

test('the browser loads the API reference, and the dashboard opens its own pages', () => {
  expect(nextPageLink('/api/docs/')).toEqual({ href: '/api/docs/', reloadDocument: true })
  expect(nextPageLink('/projects?page=2')).toEqual({ href: '/projects?page=2', reloadDocument: false })
  expect(nextPageLink(undefined)).toEqual({ href: '/', reloadDocument: false })
})
