/** A page for each group of API operations, and one with all schemas, from openapi.json. */
import { createApiPages } from '../../../tools/docs/api-pages.ts'

export default {
  watch: ['../../../apps/server/openapi.json'],
  async paths() {
    return (await createApiPages()).map(({ name, markdown }) => ({ params: { group: name }, content: markdown }))
  },
}
