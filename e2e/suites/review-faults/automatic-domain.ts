/** What the answers to requests leave out. */
import { mustAsk } from '../../support/servers.ts'
import type { Finding } from './finding.ts'

export const missingDomain: Finding = {
  id: 'acceptance-M4',
  title: 'The answer to creating an environment lacks its automatic domain',
  async provoke(world) {
    const deploying = await world.deploying()
    const [server] = deploying.servers
    const project = await mustAsk(deploying, 'POST', '/projects', {
      name: 'domains',
      repository: { url: 'https://git.example.test/a/b.git' },
    })
    const body = { projectId: project.id, name: 'production', branch: 'main', serverId: server?.id }
    const created = await mustAsk(deploying, 'POST', '/environments', body)
    const read = await mustAsk(deploying, 'GET', `/environments/${created.id}`)
    if (read.domains.length === 0) throw new Error('the environment has no automatic domain at all')
    return {
      broken: created.domains.length === 0,
      how: `${created.domains.length} domains in the answer, ${read.domains.length} when read again`,
    }
  },
}
