import { expect, test } from 'vitest'
import { type CommentFacts, commentOf } from './preview-comment.policy.ts'
import { decide, type PreviewFacts, type PreviewRules, type PullRequestFacts } from './previews.policy.ts'

const now = new Date('2026-05-01T12:00:00Z')
const rules: PreviewRules = { isEnabled: true, hasTemplate: true, maxOpen: 2, repositoryId: '7', open: 0, now }
const sha = 'a'.repeat(40)
const fresh: PreviewFacts = {
  status: 'waiting',
  sha: null,
  expiresAt: null,
  hasEnvironment: false,
  isEnvironmentBeingRemoved: false,
}
const open: PreviewFacts = {
  ...fresh,
  status: 'open',
  sha,
  expiresAt: new Date('2026-05-02T12:00:00Z'),
  hasEnvironment: true,
}
const pull: PullRequestFacts = { isOpen: true, repositoryId: '7', headRepositoryId: '7', branch: 'topic', sha }

test('a pull request from the same repository gets a preview, which follows its commits and is removed with it', () => {
  expect(decide(rules, fresh, pull)).toEqual({ kind: 'create' })
  expect(decide(rules, open, pull)).toEqual({ kind: 'keep' })
  expect(decide(rules, open, { ...pull, sha: 'b'.repeat(40) })).toEqual({ kind: 'update' })
  expect(decide(rules, open, { ...pull, isOpen: false })).toMatchObject({ kind: 'remove', status: 'closed' })
  expect(decide(rules, open, null)).toMatchObject({ kind: 'remove', status: 'closed' })
})

test.each([
  ['a fork', { headRepositoryId: '8' }],
  ['a fork that is gone', { headRepositoryId: null }],
  ['another repository with the name', { repositoryId: '9', headRepositoryId: '9' }],
  ['an id that only begins alike', { repositoryId: '7', headRepositoryId: '70' }],
])('%s gets nothing', (_, change) => {
  expect(decide(rules, fresh, { ...pull, ...change })).toEqual({ kind: 'forget' })
  expect(decide(rules, open, { ...pull, ...change })).toMatchObject({ kind: 'remove' })
})

test('the limit refuses new previews and removes none', () => {
  const full = { ...rules, open: 2 }
  expect(decide(full, fresh, pull)).toMatchObject({ kind: 'refuse', reason: { code: 'too_many_previews' } })
  expect(decide(full, open, { ...pull, sha: 'b'.repeat(40) })).toEqual({ kind: 'update' })
  expect(decide(rules, { ...fresh, status: 'refused' }, pull)).toEqual({ kind: 'create' })
})

test('expiry ends a preview, and a new commit restores it', () => {
  const old = { ...open, expiresAt: new Date('2026-05-01T11:59:59Z') }
  expect(decide(rules, old, pull)).toMatchObject({ kind: 'remove', status: 'expired' })
  const gone = { ...fresh, status: 'expired' as const, sha }
  expect(decide(rules, gone, pull)).toMatchObject({ kind: 'remove', status: 'expired' })
  expect(decide(rules, gone, { ...pull, sha: 'b'.repeat(40) })).toEqual({ kind: 'create' })
})

test('waits for one that is being removed; creates none if previews are off or have no template', () => {
  const going = { ...open, status: 'closed' as const, isEnvironmentBeingRemoved: true }
  expect(decide(rules, going, pull)).toEqual({ kind: 'keep' })
  expect(decide({ ...rules, isEnabled: false }, open, pull)).toMatchObject({ kind: 'remove' })
  expect(decide({ ...rules, hasTemplate: false }, fresh, pull)).toMatchObject({ kind: 'refuse' })
})

const facts: CommentFacts = {
  previewId: 'pvw_1',
  projectName: 'Shop [x](http://evil.example) @all',
  status: 'open',
  reason: null,
  sha,
  address: 'http://pr-1.example.com',
  isLive: true,
  deployment: { number: 2, status: 'live', failure: null, url: 'https://l.example/d' },
  seed: 'succeeded',
  expiresAt: now,
}

test('the comment has URL and commit, and no untrusted markup', () => {
  const text = commentOf(facts) ?? ''
  expect(text).toContain('http://pr-1.example.com')
  expect(text).toContain('aaaaaaaaaa')
  expect(text).toContain('[//]: # (longshore-preview pvw_1)')
  expect(text).not.toContain('[x](http')
  expect(text).not.toMatch(/(?<!\\)@all/)
})

test('before it is live there is no URL, and at its end the comment gives the reason', () => {
  const building = {
    ...facts,
    isLive: false,
    deployment: { number: 1, status: 'building', failure: null, url: 'x' } as const,
  }
  expect(commentOf(building)).not.toContain('http://pr-1.example.com')
  const reason = { code: 'too_many_previews', detail: 'The project already has 2 previews.' }
  expect(commentOf({ ...facts, status: 'refused', reason })).toContain(
    'No preview: The project already has 2 previews.',
  )
  expect(commentOf({ ...facts, status: 'waiting' })).toBeNull()
})
