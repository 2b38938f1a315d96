/** Correctly signed deliveries about something else: forks, similar names, tags, pull requests. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Delivery, deliver, namesOf, pushOf, sign } from './deliver.ts'
import { type Followed, type StormTestEnv, uuid } from './test-env.ts'

export async function proveTricks(testEnv: StormTestEnv): Promise<void> {
  const { report, sql } = testEnv
  const followed = { ...(await testEnv.follow('tricked', 3)), kind: 'github' as const }
  // The first delivery identifies the repository.
  await followed.moveTo(1)
  await deliver(testEnv, followed.id, pushOf(followed, { sha: followed.commits[1] ?? '' }))
  const counted = async () => {
    const open = await sql.query('select 1 from webhook_deliveries where environment_id = $1 and decided_at is null', [
      uuid(followed),
    ])
    return open.length > 0
      ? null
      : (await sql.query('select 1 from deployments where environment_id = $1', [uuid(followed)])).length
  }
  const settled = async () => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(100)) {
      const count = await counted()
      if (count !== null) return count
    }
    return -1
  }
  report.expect((await settled()) === 1, 'the first push of the linked branch is not deployed')
  // The branch has a new commit: an attack that passes for a push would deploy it.
  await followed.moveTo(2)
  const tricks = tricksOf(followed)
  for (const [name, trick] of tricks) {
    const { status, text } = await deliver(testEnv, followed.id, trick)
    report.expect(status === 202, `${name}: ${status} ${text.slice(0, 200)}`)
  }
  const after = await settled()
  const taken = await sql.query<{ reason: string }>(
    `select reason from webhook_deliveries where environment_id = $1 and status <> 'ignored'`,
    [uuid(followed)],
  )
  report.figure('tricks', tricks.length)
  report.figure('tricks_deployed', after - 1)
  report.expect(
    after === 1 && taken.length === 1,
    `${after - 1} attacks were deployed, ${taken.length - 1} accepted as something else`,
  )
}

function tricksOf(followed: Followed): [string, Delivery][] {
  const sha = followed.commits[2] ?? ''
  const { repository } = followed
  const fork = { id: repository.id + 5_000, fullName: 'eve/tricked' }
  const at = (ref: string) => pushOf(followed, { sha, ref })
  const of = (other: { id: number; fullName: string }) => pushOf(followed, { sha, repository: other })
  return [
    ['a branch that begins alike', at('refs/heads/main2')],
    ['a branch that is the beginning', at('refs/heads/mai')],
    ['a branch in a folder', at('refs/heads/feature/main')],
    ['a branch below it', at('refs/heads/main/feature')],
    ['a branch in capitals', at('refs/heads/Main')],
    ['a tag of the name', at('refs/tags/main')],
    ['a short name', at('main')],
    ['a ref of a pull request', at('refs/pull/1/head')],
    ['a branch with a letter that looks alike', at('refs/heads/m\u0430in')],
    ['a fork', of(fork)],
    ['a fork under the name of the repository', of({ ...fork, fullName: repository.fullName })],
    ['a repository whose name begins alike', of({ id: fork.id + 1, fullName: `${repository.fullName}2` })],
    ['a branch that was deleted', pushOf(followed, { sha, deleted: true })],
    ['a pull request of a fork', pullRequest(followed, { sha, head: fork })],
    ['a pull request of the repository itself', pullRequest(followed, { sha, head: repository })],
    ['a push that says it is a pull request', renamed(followed, sha)],
  ]
}

/** A push's body under another event's name. */
function renamed(followed: Followed, sha: string): Delivery {
  const { body } = pushOf(followed, { sha })
  const names = namesOf(followed.kind, 'pull_request', randomUUID())
  return { body, headers: { ...names, ...sign(followed.kind, followed.secret, body) } }
}

function pullRequest(
  { kind, secret, repository }: Followed,
  { sha, head }: { sha: string; head: { id: number; fullName: string } },
): Delivery {
  const toRepository = ({ id, fullName }: { id: number; fullName: string }) => ({ id, full_name: fullName })
  const body = Buffer.from(
    JSON.stringify({
      action: 'opened',
      number: 1,
      repository: toRepository(repository),
      pull_request: {
        title: 'A change',
        html_url: 'https://forge.example/1',
        head: { ref: 'main', sha, repo: toRepository(head) },
        base: { ref: 'main' },
      },
    }),
  )
  return { body, headers: { ...namesOf(kind, 'pull_request', randomUUID()), ...sign(kind, secret, body) } }
}
