/** Resources on a server with the label of an environment, by kind. Proxy and builder belong to the server. */
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
