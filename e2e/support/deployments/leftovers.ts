/** What is on a server that carries the label of an environment, by its kind. Proxy and builder are the server's own. */
import type { DeployServer } from '../deploy-test-env.ts'

const lists: Record<string, readonly string[]> = {
  container: ['ps', '--all'],
  network: ['network', 'ls'],
  volume: ['volume', 'ls'],
  image: ['images', '--all'],
}

export async function listLeftovers({ target }: DeployServer): Promise<string[]> {
  const found: string[] = []
  for (const [kind, args] of Object.entries(lists)) {
    const listed = await target.mustExec(['docker', ...args, '--quiet', '--filter', 'label=longshore.environment'])
    for (const id of listed.split('\n')) if (id !== '') found.push(`${kind} ${id}`)
  }
  return found
}
