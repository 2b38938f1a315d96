import { describe, expect, it } from 'vitest'
import { readWebhookEvent } from './read-webhook-event.policy.ts'

const sha = 'a'.repeat(40)
const nothing = '0'.repeat(40)
const repository = { id: 7, full_name: 'ada/shop' }
const commit = { id: sha, message: 'Change', author: { name: 'Ada' }, added: ['a.ts'], removed: [], modified: ['b.ts'] }

describe('GitHub and Gitea', () => {
  const push = { ref: 'refs/heads/main', after: sha, repository, head_commit: commit, commits: [commit] }
  const read = (body: unknown, name = 'push') => readWebhookEvent('github', { name, body }, 'main')

  it('read a push', () => {
    expect(read(push)).toEqual({
      kind: 'push',
      repository: { id: '7', fullName: 'ada/shop' },
      ref: 'refs/heads/main',
      commit: { sha, message: 'Change', author: 'Ada' },
      changedPaths: ['a.ts', 'b.ts'],
      isForced: false,
    })
  })

  it('strip the line break at the end of a message', () => {
    const head_commit = { ...commit, message: 'Change\n\nWhy.\n' }
    expect(read({ ...push, head_commit })).toMatchObject({ commit: { message: 'Change\n\nWhy.' } })
  })

  it.each([
    ['a new branch', { created: true }],
    ['a push by force', { forced: true }],
    ['a list that was cut', { total_commits: 2 }],
    ['no commits', { commits: [] }],
    ['commits that cannot be read', { commits: [{ id: 7 }] }],
  ])('return no paths for %s', (_, more) => {
    expect(read({ ...push, ...more })).toMatchObject({ changedPaths: null })
  })

  it('recognize a deleted branch', () => {
    expect(read({ ...push, after: nothing, deleted: true, head_commit: null, commits: [] })).toMatchObject({
      commit: null,
    })
  })

  it('reject other shapes', () => {
    for (const body of [
      null,
      1,
      'text',
      [],
      {},
      { ...push, ref: 1 },
      { ...push, after: 'main' },
      { ...push, repository: {} },
    ])
      expect(read(body)).toBeNull()
    expect(read(push, 'create')).toBeNull()
    expect(read(push, '__proto__')).toBeNull()
  })

  it('sanitize texts', () => {
    const message = `Change\u0000\u0007\nmore\ud800${'x'.repeat(6_000)}`
    const event = read({ ...push, head_commit: { ...commit, message } })
    const text = event?.kind === 'push' ? (event.commit?.message ?? '') : ''
    expect(text).toHaveLength(5_000)
    expect(text.isWellFormed() && !text.includes('\u0000')).toBe(true)
    expect(text.startsWith('Change  \nmore')).toBe(true)
  })

  const request = {
    action: 'opened',
    number: 3,
    repository,
    pull_request: {
      title: 'A change',
      html_url: 'https://forge.example/ada/shop/pulls/3',
      head: { ref: 'topic', sha, repo: { id: 9, full_name: 'eve/shop' } },
      base: { ref: 'main' },
    },
  }

  it('read a pull request and its source', () => {
    expect(read(request, 'pull_request')).toEqual({
      kind: 'pull-request',
      action: 'opened',
      repository: { id: '7', fullName: 'ada/shop' },
      number: 3,
      title: 'A change',
      url: 'https://forge.example/ada/shop/pulls/3',
      head: { repository: { id: '9', fullName: 'eve/shop' }, branch: 'topic', sha },
      base: { branch: 'main' },
    })
    const orphan = { ...request, pull_request: { ...request.pull_request, head: { ref: 'topic', sha, repo: null } } }
    expect(read(orphan, 'pull_request')).toMatchObject({ head: { repository: null } })
  })

  it.each([
    ['reopened', 'opened'],
    ['synchronize', 'updated'],
    ['synchronized', 'updated'],
    ['closed', 'closed'],
  ])('%s is %s', (action, ours) => {
    expect(read({ ...request, action }, 'pull_request')).toMatchObject({ action: ours })
  })

  it('ignore labels and reviews', () => {
    for (const action of ['labeled', 'edited', 'constructor'])
      expect(read({ ...request, action }, 'pull_request')).toBeNull()
  })
})

describe('GitLab', () => {
  const project = { id: 7, path_with_namespace: 'ada/shop' }
  const push = {
    object_kind: 'push',
    ref: 'refs/heads/main',
    before: sha,
    after: sha,
    project,
    commits: [commit],
    total_commits_count: 1,
  }
  const read = (body: unknown, name = 'Push Hook') => readWebhookEvent('gitlab', { name, body }, 'main')

  it('reads a push', () => {
    expect(read(push)).toMatchObject({
      repository: { id: '7', fullName: 'ada/shop' },
      commit: { sha },
      changedPaths: ['a.ts', 'b.ts'],
    })
    expect(read({ ...push, total_commits_count: 30 })).toMatchObject({ changedPaths: null })
    expect(read({ ...push, before: nothing })).toMatchObject({ changedPaths: null })
    expect(read({ ...push, after: nothing })).toMatchObject({ commit: null })
    expect(read({ ...push, object_kind: 'tag_push' })).toBeNull()
  })

  const attributes = {
    iid: 3, action: 'open', title: 'A change', url: 'https://forge.example/3', source_branch: 'topic', target_branch: 'main',
    source_project_id: 9, source: { path_with_namespace: 'eve/shop' }, last_commit: { id: sha },
  } // biome-ignore format: a body
  it('reads a merge request', () => {
    const body = { object_kind: 'merge_request', project, object_attributes: attributes }
    const name = 'Merge Request Hook'
    expect(read(body, name)).toMatchObject({
      action: 'opened',
      head: { repository: { id: '9', fullName: 'eve/shop' } },
    })
    const updated = { ...body, object_attributes: { ...attributes, action: 'update' } }
    expect(read(updated, name)).toBeNull()
    const withCommit = { ...body, object_attributes: { ...attributes, action: 'update', oldrev: sha } }
    expect(read(withCommit, name)).toMatchObject({ action: 'updated' })
  })
})

describe('Bitbucket', () => {
  const own = { uuid: '{11111111-1111-4111-8111-111111111111}', full_name: 'ada/shop' }
  const branch = (name: string, hash = sha) => ({
    type: 'branch', name, target: { hash, message: 'Change', author: { raw: 'Ada <ada@example.com>' } },
  }) // biome-ignore format: a body
  const read = (body: unknown, name = 'repo:push') => readWebhookEvent('bitbucket', { name, body }, 'main')

  it('picks our branch from several in one event', () => {
    const changes = [{ new: branch('other', 'b'.repeat(40)) }, { new: branch('main') }]
    expect(read({ repository: own, push: { changes } })).toMatchObject({
      ref: 'refs/heads/main',
      repository: { id: own.uuid },
      commit: { sha, author: 'Ada' },
      changedPaths: null,
    })
  })

  it('does not confuse a tag with a branch', () => {
    const tag = { ...branch('main'), type: 'tag' }
    expect(read({ repository: own, push: { changes: [{ new: tag }] } })).toBeNull()
  })

  it('recognizes a deleted branch', () => {
    const changes = [{ new: null, old: { type: 'branch', name: 'main' } }]
    expect(read({ repository: own, push: { changes } })).toMatchObject({ ref: 'refs/heads/main', commit: null })
  })

  it('reads a pull request', () => {
    const pullrequest = {
      id: 3,
      title: 'A change',
      links: { html: { href: 'https://forge.example/3' } },
      source: { branch: { name: 'topic' }, commit: { hash: sha.slice(0, 12) }, repository: own },
      destination: { branch: { name: 'main' } },
    }
    const body = { repository: own, pullrequest }
    expect(read(body, 'pullrequest:fulfilled')).toMatchObject({ action: 'closed', number: 3 })
    expect(read(body, 'pullrequest:comment_created')).toBeNull()
  })
})
