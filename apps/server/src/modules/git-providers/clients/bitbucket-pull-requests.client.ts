/** Pull requests of Bitbucket, which abbreviates hashes in them. */
import { z } from 'zod'
import { encodeName } from './api-url.policy.ts'
import { BranchName, IdText, lineOf, pageOf, readItems, readOne, Sha } from './parse-response.client.ts'
import type { ProviderHttp, ProviderResponse } from './provider-http.client.ts'
import { type PullRequestClient, putComment } from './pull-requests.client.ts'

const Side = z.object({
  repository: z.object({ uuid: IdText }).nullable().catch(null),
  commit: z.object({ hash: z.string().regex(/^[0-9a-f]{7,64}$/) }),
})
const ListedItem = z.object({
  id: z.int().positive(),
  source: Side,
  destination: z.object({ repository: z.object({ uuid: IdText }) }),
})
const Item = ListedItem.extend({
  state: z.string().max(20),
  title: lineOf(300).catch(''),
  source: Side.extend({ branch: z.object({ name: BranchName }) }),
})
const WholeCommit = z.object({ hash: Sha })
const Comment = z.object({ id: IdText })
const ListedComment = z.object({ id: IdText, content: z.object({ raw: z.string() }) })
const Page = z.object({ values: z.unknown(), next: z.unknown().optional() })

export interface BitbucketPullRequestOptions {
  http: ProviderHttp
  baseUrl: string
  pathOf(name: string): string
}

export function bitbucketPullRequests({ http, baseUrl, pathOf }: BitbucketPullRequestOptions): PullRequestClient {
  return {
    async pullRequest(name, number, call) {
      const item = readOne(await http.get(`${pathOf(name)}/pullrequests/${number}`, call), Item)
      const path = `${pathOf(name)}/commit/${item.source.commit.hash}`
      const isOpen = item.state === 'OPEN'
      const sha = isOpen ? readOne(await http.get(path, call), WholeCommit).hash : item.source.commit.hash
      return {
        number,
        isOpen,
        title: item.title,
        url: `${baseUrl}/${encodeName(name)}/pull-requests/${number}`,
        repositoryId: item.destination.repository.uuid,
        head: { repositoryId: item.source.repository?.uuid ?? null, branch: item.source.branch.name, sha },
      }
    },
    async openPullRequests(name, { cursor }, call) {
      const page = pageOf(cursor)
      const answer = await http.get(`${pathOf(name)}/pullrequests?state=OPEN&pagelen=50&page=${page}`, call)
      const { items, dropped, hasNext } = readPage(answer, ListedItem)
      const listed = items.map((item) => ({
        number: item.id,
        repositoryId: item.destination.repository.uuid,
        headRepositoryId: item.source.repository?.uuid ?? null,
        headSha: item.source.commit.hash,
      }))
      return { items: listed, dropped, next: hasNext ? String(page + 1) : null }
    },
    async putComment(name, number, comment, call) {
      const comments = `${pathOf(name)}/pullrequests/${number}/comments`
      return await putComment(
        {
          async list(page) {
            const answer = await http.get(`${comments}?pagelen=100&page=${page}`, call)
            const { items, hasNext } = readPage(answer, ListedComment)
            return { items: items.map(({ id, content }) => ({ id, text: content.raw })), hasNext }
          },
          create: async (raw) => readOne(await http.send('POST', comments, { content: { raw } }, call), Comment),
          update: (id, raw) => http.send('PUT', `${comments}/${encodeURIComponent(id)}`, { content: { raw } }, call),
        },
        comment,
      )
    },
  }
}

function readPage<Schema extends z.ZodType>(answer: ProviderResponse, schema: Schema) {
  const { values, next } = readOne(answer, Page)
  return { ...readItems(values, schema), hasNext: next !== undefined }
}
