/** A commit in GitHub's format, which Gitea shares. */
import { z } from 'zod'
import type { Commit } from './git.client.ts'
import { lineOf, readOne, Sha, When } from './parse-response.client.ts'
import type { ProviderResponse } from './provider-http.client.ts'

const CommitResponse = z.object({
  sha: Sha,
  commit: z.object({
    message: lineOf(5_000).catch(''),
    author: z
      .object({ name: lineOf(200).catch(''), date: When })
      .nullable()
      .catch(null),
  }),
})

export function readCommit(answer: ProviderResponse): Commit {
  const { sha, commit } = readOne(answer, CommitResponse)
  return {
    sha,
    message: commit.message,
    author: commit.author?.name ?? '',
    committedAt: commit.author?.date ?? null,
  }
}
