/** What can go wrong with previews, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const previewProblems = defineProblems({
  previews_need_account: {
    status: 409,
    title: 'Previews need an account at the Git provider',
    detail: 'The project has no repository, or one that is read without an account.',
    hint: 'Connect an account with POST /git-provider/save-token and choose the repository through it with PUT /projects/:id.',
  },
})
