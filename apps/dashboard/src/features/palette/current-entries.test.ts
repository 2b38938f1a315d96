import { expect, test } from 'vitest'
import { hereEntries, recentEntries } from './current-entries.ts'

const page = (path: string) => ({ path, title: `Title of ${path}`, userId: 'usr_1', organizationId: 'org_1' })

test('shows the five pages before the current one', () => {
  const pages = ['/a', '/b', '/c', '/d', '/e', '/f', '/g'].map(page)
  const shown = recentEntries(pages, '/b')
  expect(shown.map(({ to }) => to)).toEqual(['/a', '/c', '/d', '/e', '/f'])
  expect(shown[0]?.label).toBe('Title of /a')
})

test('runs the actions of the page', () => {
  let runs = 0
  const [entry] = hereEntries([{ label: 'Restart', onSelect: () => (runs += 1) }])
  entry?.run?.()
  expect([entry?.label, runs]).toEqual(['Restart', 1])
})
