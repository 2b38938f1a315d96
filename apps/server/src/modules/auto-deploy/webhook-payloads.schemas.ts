/**
 * Webhook bodies of each Git provider: only the fields in use, within limits, without characters that can't be stored.
 */
import { z } from 'zod'

const maximumCommits = 2_000
const maximumPaths = 3_000
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const controls = /[\u0000-\u0009\u000b-\u001f\u007f]/g

function text(maximumLength: number) {
  return z.string().transform((value) => value.slice(0, maximumLength).toWellFormed().replaceAll(controls, ' '))
}

const Id = z.union([z.int().nonnegative(), z.string().regex(/^[\w{}:-]{1,100}$/)]).transform(String)
const FullName = z.string().min(1).max(300)
const Ref = z.string().min(1).max(300)
const Sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
const Link = z
  .string()
  .max(2_000)
  .regex(/^https?:\/\//)
  .catch('')
const Paths = z.array(z.string().max(2_000)).max(maximumPaths).nullish()
const Author = z
  .object({ name: text(200).catch('') })
  .nullish()
  .catch(null)
const Title = text(300).catch('')

/** GitHub and Gitea send `full_name`. */
const Repository = z
  .object({ id: Id, full_name: FullName })
  .transform(({ id, full_name: fullName }) => ({ id, fullName }))

const Commit = z.object({
  id: Sha,
  message: text(5_000).catch(''),
  author: Author,
  added: Paths,
  removed: Paths,
  modified: Paths,
})
export type CommitBody = z.output<typeof Commit>
const Commits = z.array(Commit).max(maximumCommits).nullish().catch(null)

export const PushBody = z.object({
  ref: Ref,
  after: Sha,
  created: z.boolean().catch(false),
  deleted: z.boolean().catch(false),
  forced: z.boolean().catch(false),
  repository: Repository,
  head_commit: Commit.nullish().catch(null),
  commits: Commits,
  // Gitea truncates the list of commits and sends the total.
  total_commits: z.int().nonnegative().nullish().catch(null),
})

export const PullRequestBody = z.object({
  action: z.string().max(40),
  number: z.int().positive(),
  repository: Repository,
  pull_request: z.object({
    title: Title,
    html_url: Link,
    head: z.object({ ref: Ref, sha: Sha, repo: Repository.nullish().catch(null) }),
    base: z.object({ ref: Ref }),
  }),
})

const GitlabProject = z
  .object({ id: Id, path_with_namespace: FullName })
  .transform(({ id, path_with_namespace: fullName }) => ({ id, fullName }))

export const GitlabPushBody = z.object({
  object_kind: z.literal('push'),
  ref: Ref,
  before: Sha.nullish().catch(null),
  after: Sha,
  project: GitlabProject,
  commits: Commits,
  total_commits_count: z.int().nonnegative().nullish().catch(null),
})

export const MergeRequestBody = z.object({
  object_kind: z.literal('merge_request'),
  project: GitlabProject,
  object_attributes: z.object({
    iid: z.int().positive(),
    action: z.string().max(40).nullish(),
    title: Title,
    url: Link,
    /** The previous commit; only present when there is a new one. */
    oldrev: Sha.nullish().catch(null),
    source_branch: Ref,
    target_branch: Ref,
    source_project_id: Id.nullish().catch(null),
    source: z.object({ path_with_namespace: FullName }).nullish().catch(null),
    last_commit: z.object({ id: Sha }),
  }),
})

const BitbucketRepository = z
  .object({ uuid: Id, full_name: FullName })
  .transform(({ uuid, full_name: fullName }) => ({ id: uuid, fullName }))

const BitbucketBranch = z
  .object({
    type: z.string().max(40),
    name: Ref,
    target: z.object({
      hash: Sha,
      message: text(5_000).catch(''),
      author: z
        .object({ raw: text(300).catch('') })
        .nullish()
        .catch(null),
    }),
  })
  .nullish()
  .catch(null)

export const BitbucketPushBody = z.object({
  repository: BitbucketRepository,
  push: z.object({
    changes: z
      .array(
        z.object({
          new: BitbucketBranch,
          old: z
            .object({ type: z.string().max(40), name: Ref })
            .nullish()
            .catch(null),
          forced: z.boolean().catch(false),
        }),
      )
      .min(1)
      .max(100),
  }),
})

export const BitbucketPullRequestBody = z.object({
  repository: BitbucketRepository,
  pullrequest: z.object({
    id: z.int().positive(),
    title: Title,
    links: z
      .object({ html: z.object({ href: Link }) })
      .nullish()
      .catch(null),
    source: z.object({
      branch: z.object({ name: Ref }),
      // Bitbucket shortens the hash to twelve digits.
      commit: z.object({ hash: z.string().regex(/^[0-9a-f]{7,64}$/) }),
      repository: BitbucketRepository.nullish().catch(null),
    }),
    destination: z.object({ branch: z.object({ name: Ref }) }),
  }),
})
