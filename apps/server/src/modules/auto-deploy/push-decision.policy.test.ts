import { describe, expect, it } from 'vitest'
import { brandId } from '../../platform/ids/brand.ts'
import {
  decidePushes,
  hasSkipMarker,
  linkedOf,
  type OpenPush,
  type PushFacts,
  reasonToIgnore,
} from './push-decision.policy.ts'
import type { PullRequestEvent, PushEvent } from './webhook-events.schemas.ts'

const shaOf = (letter: string) => letter.repeat(40)
const linked = { repositoryId: '7', fullName: 'ada/shop', branch: 'main' }

function push(id: string, letter: string, more: Partial<PushEvent> & { message?: string } = {}): OpenPush {
  const { message = 'change', ...rest } = more
  const commit = { sha: shaOf(letter), message, author: 'Ada' }
  const repository = { id: '7', fullName: 'ada/shop' }
  return {
    id: brandId<'whd'>(id),
    event: { kind: 'push', repository, ref: 'refs/heads/main', commit, changedPaths: null, isForced: false, ...rest },
  }
}

function facts(tip: string | null, more: Partial<PushFacts> = {}): PushFacts {
  return {
    ...linked,
    tip: tip === null ? null : { sha: shaOf(tip), message: null },
    tipReason: null,
    watching: { environment: [], services: [] },
    ...more,
  }
}

describe('open pushes', () => {
  it('deploy the newest commit once', () => {
    const decision = decidePushes([push('1', 'a'), push('2', 'b'), push('3', 'c')], facts('c'))
    expect(decision.target).toEqual({ id: '3', sha: shaOf('c') })
    expect(decision.ignored).toEqual([
      { id: '1', reason: 'newer_commit' },
      { id: '2', reason: 'newer_commit' },
    ])
  })

  it('deploy the branch tip when they arrived out of order', () => {
    const decision = decidePushes([push('1', 'c'), push('2', 'a'), push('3', 'b')], facts('c'))
    expect(decision.target).toEqual({ id: '1', sha: shaOf('c') })
  })

  it('deploy a branch tip that no delivery has reported yet', () => {
    expect(decidePushes([push('1', 'a')], facts('b')).target).toEqual({ id: '1', sha: shaOf('b') })
  })

  it('start nothing when the tip was decided before', () => {
    const decision = decidePushes([push('1', 'a')], facts('b', { tipReason: 'deployed' }))
    expect(decision).toEqual({ target: null, ignored: [{ id: '1', reason: 'not_newest' }] })
  })

  it('deploy the commit before one with a skip marker', () => {
    const marked = push('2', 'b', { message: 'chore(release): 2 [skip ci]' })
    expect(decidePushes([push('1', 'a'), marked], facts('b'))).toEqual({
      target: { id: '1', sha: shaOf('a') },
      ignored: [{ id: '2', reason: 'skip_marker' }],
    })
    expect(decidePushes([push('1', 'a')], facts('b', { tipReason: 'skip_marker' })).target?.sha).toBe(shaOf('a'))
    const skipped = facts('b', { tip: { sha: shaOf('b'), message: '[no deploy]' } })
    expect(decidePushes([push('1', 'a')], skipped).target?.sha).toBe(shaOf('a'))
  })

  it('start nothing when all have a skip marker', () => {
    const decision = decidePushes([push('1', 'a', { message: '[skip deploy]' })], facts('a'))
    expect(decision).toEqual({ target: null, ignored: [{ id: '1', reason: 'skip_marker' }] })
  })

  it('are matched against the watch paths together', () => {
    const watching = { environment: ['src/**'], services: [] }
    const touched = push('1', 'a', { changedPaths: ['src/index.ts'] })
    const docs = push('2', 'b', { changedPaths: ['docs/index.md'] })
    expect(decidePushes([touched, docs], facts('b', { watching })).target?.sha).toBe(shaOf('b'))
    expect(decidePushes([docs], facts('b', { watching }))).toEqual({
      target: null,
      ignored: [{ id: '2', reason: 'paths_not_watched' }],
    })
  })

  it('start nothing when the branch was deleted', () => {
    expect(decidePushes([push('1', 'a')], facts(null)).ignored).toEqual([{ id: '1', reason: 'branch_deleted' }])
  })
})

describe('an event about something else', () => {
  it.each([
    ['other_branch', { ref: 'refs/heads/main2' }],
    ['other_branch', { ref: 'refs/heads/mai' }],
    ['other_branch', { ref: 'refs/heads/feature/main' }],
    ['other_branch', { ref: 'refs/tags/main' }],
    ['other_branch', { ref: 'main' }],
    ['other_branch', { ref: 'refs/heads/Main' }],
    ['other_branch', { ref: 'refs/heads/main ' }],
    ['other_branch', { ref: 'refs/pull/1/head' }],
    ['other_repository', { repository: { id: '77', fullName: 'ada/shop' } }],
    ['other_repository', { repository: { id: '8', fullName: 'eve/shop' } }],
    ['branch_deleted', { commit: null }],
  ] as const)('is %s: %j', (reason, more) => {
    expect(reasonToIgnore(push('1', 'a', more).event, linked)).toBe(reason)
  })

  it('is matched by repository name only while no ID is known', () => {
    const unknown = { ...linked, repositoryId: null }
    expect(reasonToIgnore(push('1', 'a').event, unknown)).toBeNull()
    const other = push('1', 'a', { repository: { id: '7', fullName: 'ada/shop2' } }).event
    expect(reasonToIgnore(other, unknown)).toBe('other_repository')
    // The repository was renamed and is still the same.
    expect(reasonToIgnore(other, linked)).toBeNull()
  })

  it('is ignored when it comes from the previously linked repository', () => {
    const known = { repositoryId: '7', fullName: 'ada/shop' }
    const now = linkedOf(known, { fullName: 'ada/other', branch: 'main' })
    expect(reasonToIgnore(push('1', 'a').event, now)).toBe('other_repository')
    expect(linkedOf(known, { fullName: 'Ada/Shop', branch: 'main' }).repositoryId).toBe('7')
  })

  it('is accepted for a pull request into the repository, wherever it comes from', () => {
    const request: PullRequestEvent = {
      kind: 'pull-request',
      action: 'opened',
      repository: { id: '7', fullName: 'ada/shop' },
      number: 1,
      title: '',
      url: '',
      head: { repository: { id: '9', fullName: 'eve/shop' }, branch: 'main', sha: shaOf('a') },
      base: { branch: 'main' },
    }
    expect(reasonToIgnore(request, linked)).toBeNull()
    expect(reasonToIgnore({ ...request, repository: { id: '9', fullName: 'ada/shop' } }, linked)).toBe(
      'other_repository',
    )
  })
})

it.each(['Fix [skip ci]', '[CI SKIP] wip', 'a\n\n[no deploy]\n', '[Skip Deploy]'])(
  '%j has a skip marker',
  (message) => {
    expect(hasSkipMarker(message)).toBe(true)
  },
)
it.each(['Fix', 'skip ci', '[skip] ci', '[skipci]', ''])('%j has no skip marker', (message) => {
  expect(hasSkipMarker(message)).toBe(false)
})
