/** Merge requests of GitLab. */
import { z } from 'zod'
import { encodeName } from './api-url.policy.ts'
import { BranchName, IdText, lineOf, pageOf, readItems, readOne, Sha } from './parse-response.client.ts'
import type { ProviderHttp } from './provider-http.client.ts'
import { type PullRequestClient, putComment } from './pull-requests.client.ts'

const ListedItem = z.object({
  iid: z.int().positive(),
  source_project_id: IdText.nullable().catch(null),
  target_project_id: IdText,
  sha: Sha,
})
const Item = ListedItem.extend({
  state: z.string().max(20),
  title: lineOf(300).catch(''),
  source_branch: BranchName,
})
const Note = z.object({ id: IdText })
const ListedNote = z.object({ id: IdText, body: z.string() })

export interface MergeRequestOptions {
  http: ProviderHttp
  baseUrl: string
  pathOf(name: string): string
  nextPage(answer: { headers: ReadonlyMap<string, string> }): string | null
}

export function gitlabMergeRequests({ http, baseUrl, pathOf, nextPage }: MergeRequestOptions): PullRequestClient {
  return {
    async pullRequest(name, number, call) {
      const item = readOne(await http.get(`${pathOf(name)}/merge_requests/${number}`, call), Item)
      return {
        number,
        isOpen: item.state === 'opened',
        title: item.title,
        url: `${baseUrl}/${encodeName(name)}/-/merge_requests/${number}`,
        repositoryId: item.target_project_id,
        head: { repositoryId: item.source_project_id, branch: item.source_branch, sha: item.sha },
      }
    },
    async openPullRequests(name, { cursor }, call) {
      const path = `${pathOf(name)}/merge_requests?state=opened&scope=all&per_page=100&page=${pageOf(cursor)}`
      const answer = await http.get(path, call)
      const { items, dropped } = readItems(answer.json, ListedItem)
      const listed = items.map((item) => ({
        number: item.iid,
        repositoryId: item.target_project_id,
        headRepositoryId: item.source_project_id,
        headSha: item.sha,
      }))
      return { items: listed, dropped, next: nextPage(answer) }
    },
    async putComment(name, number, comment, call) {
      const notes = `${pathOf(name)}/merge_requests/${number}/notes`
      return await putComment(
        {
          async list(page) {
            const answer = await http.get(`${notes}?sort=asc&order_by=created_at&per_page=100&page=${page}`, call)
            const { items } = readItems(answer.json, ListedNote)
            return { items: items.map(({ id, body }) => ({ id, text: body })), hasNext: nextPage(answer) !== null }
          },
          create: async (body) => readOne(await http.send('POST', notes, { body }, call), Note),
          update: (id, body) => http.send('PUT', `${notes}/${encodeURIComponent(id)}`, { body }, call),
        },
        comment,
      )
    },
  }
}
