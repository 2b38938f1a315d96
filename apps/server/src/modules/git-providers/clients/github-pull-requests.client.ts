/** Pull requests in the format of GitHub and Gitea, which differ only slightly. */
import { z } from 'zod'
import type { Call } from './git.client.ts'
import { BranchName, IdText, lineOf, nextByLink, pageOf, readItems, readOne, Sha } from './parse-response.client.ts'
import type { ProviderHttp } from './provider-http.client.ts'
import type { PullRequest, PullRequestClient } from './pull-requests.client.ts'
import { putComment } from './pull-requests.client.ts'

const Head = z.object({ repo: z.object({ id: IdText }).nullable().catch(null) })
const Item = z.object({
  number: z.int().positive(),
  state: z.string().max(20),
  title: lineOf(300).catch(''),
  head: Head.extend({ ref: BranchName, sha: Sha }),
  base: z.object({ repo: z.object({ id: IdText }) }),
})
const ListedItem = z.object({
  number: z.int().positive(),
  head: Head.extend({ sha: Sha }),
  base: z.object({ repo: z.object({ id: IdText }) }),
})
const Comment = z.object({ id: IdText })
const ListedComment = z.object({ id: IdText, body: z.string() })

export interface PullRequestOptions {
  http: ProviderHttp
  baseUrl: string
  /** Path segment of a pull request's web page. */
  page: 'pull' | 'pulls'
  /** Name of the page size parameter. */
  size: string
  pathOf(name: string, call: Call): Promise<string>
}

export function pullRequestsLikeGithub({ http, baseUrl, page, size, pathOf }: PullRequestOptions): PullRequestClient {
  return {
    async pullRequest(name, number, call) {
      const item = readOne(await http.get(`${await pathOf(name, call)}/pulls/${number}`, call), Item)
      return toPullRequest(item, `${baseUrl}/${name.split('/').map(encodeURIComponent).join('/')}/${page}/${number}`)
    },
    async openPullRequests(name, { cursor }, call) {
      const number = pageOf(cursor)
      const answer = await http.get(`${await pathOf(name, call)}/pulls?state=open&${size}&page=${number}`, call)
      const { items, dropped } = readItems(answer.json, ListedItem)
      const listed = items.map((item) => ({
        number: item.number,
        repositoryId: item.base.repo.id,
        headRepositoryId: item.head.repo?.id ?? null,
        headSha: item.head.sha,
      }))
      return { items: listed, dropped, next: nextByLink(answer, number) }
    },
    async putComment(name, number, comment, call) {
      const issues = `${await pathOf(name, call)}/issues`
      return await putComment(
        {
          async list(listPage) {
            const answer = await http.get(`${issues}/${number}/comments?${size}&page=${listPage}`, call)
            const { items } = readItems(answer.json, ListedComment)
            const hasNext = nextByLink(answer, listPage) !== null
            return { items: items.map(({ id, body }) => ({ id, text: body })), hasNext }
          },
          create: async (body) =>
            readOne(await http.send('POST', `${issues}/${number}/comments`, { body }, call), Comment),
          update: (id, body) => http.send('PATCH', `${issues}/comments/${encodeURIComponent(id)}`, { body }, call),
        },
        comment,
      )
    },
  }
}

function toPullRequest(item: z.output<typeof Item>, url: string): PullRequest {
  return {
    number: item.number,
    isOpen: item.state === 'open',
    title: item.title,
    url,
    repositoryId: item.base.repo.id,
    head: { repositoryId: item.head.repo?.id ?? null, branch: item.head.ref, sha: item.head.sha },
  }
}
