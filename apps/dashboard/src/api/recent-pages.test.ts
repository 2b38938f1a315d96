import { describe, expect, it } from 'vitest'
import { addRecentPage, parseRecentPages, type RecentPage } from './recent-pages.ts'

const page = (path: string, more: Partial<RecentPage> = {}): RecentPage => ({
  path,
  title: `Title of ${path}`,
  userId: 'usr_1',
  organizationId: 'org_1',
  ...more,
})

describe('addRecentPage', () => {
  it('puts the newest first and lists each page once', () => {
    const pages = [page('/a'), page('/b')]
    const paths = addRecentPage(pages, page('/b', { title: 'New' })).map(({ path, title }) => [path, title])
    expect(paths).toEqual([['/b', 'New'], ['/a', 'Title of /a']]) // biome-ignore format: a table
  })

  it('keeps the same page of another person', () => {
    expect(addRecentPage([page('/a', { userId: 'usr_2' })], page('/a'))).toHaveLength(2)
  })

  it('keeps a limited number of pages and characters', () => {
    const many = Array.from({ length: 100 }, (_, index) => page(`/${index}`))
    expect(addRecentPage(many, page('/new', { title: 'x'.repeat(1_000) }))).toHaveLength(30)
    expect(addRecentPage([], page('/new', { title: 'x'.repeat(1_000) }))[0]?.title).toHaveLength(200)
  })
})

describe('parseRecentPages', () => {
  it('reads what was saved', () => {
    expect(parseRecentPages(JSON.stringify([page('/a')]))).toEqual([page('/a')])
  })

  it.each([
    null,
    '',
    'x',
    '{}',
    '[1, null, {}]',
    '[{"path":"https://evil.example","title":"","userId":"","organizationId":""}]',
  ])('ignores %s', (text) => expect(parseRecentPages(text)).toEqual([]))
})
