/** Resources on a server with the label of an environment, by kind. Proxy and builder belong to the server. */
import type { DeployServer } from '../deploy-test-env.ts'

const lists = {
  container: ['ps', '--all'],
  network: ['network', 'ls'],
  volume: ['volume', 'ls'],
  image: ['images', '--all'],
} as const
const running = ['ps']

export async function listLeftovers(server: DeployServer): Promise<string[]> {
  const found: string[] = []
  for (const kind of ['container', 'network', 'volume', 'image'] as const)
    for (const id of await listOf(server, kind)) found.push(`${kind} ${id}`)
  return found
}

/** IDs or names, sorted. `environmentId` limits them to one environment. */
export async function listOf(
  { target }: DeployServer,
  kind: keyof typeof lists | 'running',
  environmentId?: string,
): Promise<string[]> {
  const args = kind === 'running' ? running : lists[kind]
  const label = `label=longshore.environment${environmentId === undefined ? '' : `=${environmentId}`}`
  const listed = await target.mustExec(['docker', ...args, '--quiet', '--filter', label])
  return listed
    .split('\n')
    .filter((id) => id !== '')
    .sort()
}
