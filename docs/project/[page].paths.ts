/** The files of the repository that are pages for contributors. */
import { readProjectPages } from '../../tools/docs/project-files.ts'
import { projectPages } from '../.vitepress/project-pages.ts'

export default {
  async paths() {
    const pages = await readProjectPages(projectPages)
    return pages.map(({ name, markdown }) => ({ params: { page: name }, content: markdown }))
  },
}
