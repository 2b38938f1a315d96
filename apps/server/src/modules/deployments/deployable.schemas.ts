/** Schemas of the branches, tags, and commits that an environment can deploy. */
import { z } from 'zod'
import { Time } from '../../platform/ids/type-id.schemas.ts'
import { wholeNumber } from '../../platform/pagination/whole-number.schemas.ts'
import { BranchName } from '../environments/source-names.schemas.ts'

const Sha = z.string().meta({
  description: 'Full SHA, which you can send as `commit` to start a deployment.',
  example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
})

const DeployableRef = z
  .object({
    name: z.string().meta({ description: 'Name without `refs/heads/` or `refs/tags/`.', example: 'main' }),
    commit: Sha,
  })
  .meta({ id: 'DeployableRef', description: 'A branch or tag of the repository.' })

export const DeployableRefs = z
  .object({
    branches: z.array(DeployableRef).describe('Branches by name, at most 500.'),
    tags: z.array(DeployableRef).describe('Tags, highest version first, at most 500.'),
    defaultBranch: z.string().nullable().describe('Branch that new clones start with. Null if there is none.'),
  })
  .meta({ id: 'DeployableRefs' })
export type DeployableRefs = z.output<typeof DeployableRefs>

export const DeployableCommit = z
  .object({
    sha: Sha,
    message: z.string().meta({ description: 'Commit message, up to 4,000 characters.', example: 'Fix checkout' }),
    author: z.string().meta({ description: 'Display name of the person who wrote the change.', example: 'Ada' }),
    committedAt: Time.describe('Time that Git recorded, from the clock of the computer that created it.'),
  })
  .meta({ id: 'DeployableCommit', description: 'A commit that you can deploy.' })

export const DeployableCommits = z
  .object({ items: z.array(DeployableCommit).describe('Commits, newest first.') })
  .meta({ id: 'DeployableCommits' })
export type DeployableCommits = z.output<typeof DeployableCommits>

export const CommitsQuery = z.strictObject({
  branch: BranchName.optional().describe('Branch whose commits to list. Default: the environment’s branch.'),
  limit: wholeNumber({ min: 1, max: 50 })
    .default(20)
    .meta({ description: 'Maximum number of commits, from 1 to 50.', example: 20 }),
})
export type CommitsQuery = z.output<typeof CommitsQuery>

const FullSha = z.string().regex(/^[0-9a-f]{40}$/, 'must be the full hash of a commit, in lower case')

export const ChangedFilesQuery = z.strictObject({
  commit: FullSha.meta({
    description: 'Commit to compare with the live version, as 40 lowercase hex digits.',
    example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  }),
})
export type ChangedFilesQuery = z.output<typeof ChangedFilesQuery>

export const ChangedFiles = z
  .object({
    liveCommit: z.string().nullable().meta({
      description: 'Commit that is live now; null if nothing is live, or if there’s no repository.',
      example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    }),
    count: z.int().meta({
      description: 'Number of files that differ between the two commits; 0 if nothing is live.',
      example: 12,
    }),
    migrations: z.array(z.string()).meta({
      description:
        'Paths of those files that look like database migrations, at most 100. Longshore recognizes the folders and names of common frameworks.',
      example: ['db/migrate/20261115_add_price.rb'],
    }),
  })
  .meta({ id: 'ChangedFiles', description: 'How a commit differs from the live version.' })
export type ChangedFiles = z.output<typeof ChangedFiles>
