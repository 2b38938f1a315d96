/** What can go wrong with environments, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const environmentProblems = defineProblems({
  environment_exists: {
    status: 409,
    title: 'The environment exists already',
    detail: 'The project has an environment of this name.',
    hint: 'Choose another name, or change the environment that is there.',
  },
})
