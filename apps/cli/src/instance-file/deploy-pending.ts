/** Starts deployments of environments whose settings have changed. */
import type { Client, Deployment } from '@longshore/sdk'
import { createDeployment } from '@longshore/sdk/operations'
import type { InstanceFile } from './instance-file.ts'
import { readInstance } from './read-instance.ts'

export interface StartedDeployment {
  readonly environment: string
  readonly deployment: Deployment
}

/** Environments without a server can't run. */
export async function deployPending(
  client: Client,
  organizationId: string,
  file: InstanceFile,
): Promise<StartedDeployment[]> {
  const named = new Set(
    (file.projects ?? []).flatMap(({ name, environments = [] }) =>
      environments.map((each) => `${name} / ${each.name}`),
    ),
  )
  const { projects } = await readInstance(client, organizationId)
  const started: StartedDeployment[] = []
  for (const { project, environments } of projects)
    for (const { environment: each } of environments) {
      const environment = `${project.name} / ${each.name}`
      if (!named.has(environment) || each.serverId === null || each.pendingChanges.length === 0) continue
      started.push({ environment, deployment: await client.call(createDeployment, { id: each.id, body: {} }) })
    }
  return started
}
