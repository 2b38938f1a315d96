/** API problems of previews. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const previewProblems = defineProblems({
  previews_need_account: {
    status: 409,
    title: 'Previews need a Git provider connection',
    detail: 'The project has no repository, or reads it without a Git provider connection.',
    hint: "Connect a Git provider, then choose the project's repository through it.",
    remedy: 'connect_git_provider',
  },
})
