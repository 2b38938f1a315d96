/** The frozen release of a deployment: with it, nothing is pending, and pages can compare and roll back. */
import { createHash } from 'node:crypto'
import { isDatabaseKind } from '../../apps/server/src/modules/environments/service-kinds.schemas.ts'
import type { Base, PastDeployment, PlacedEnvironment, PlacedService } from './demo.ts'
import { pastId } from './past-id.ts'

export async function freezeRelease(
  { db, organizationId }: Base,
  environment: PlacedEnvironment,
  { id, number, startedAt, commit }: PastDeployment,
): Promise<void> {
  const releaseId = pastId(startedAt)
  const services = environment.services.map((service) => ({
    serviceId: service.id,
    name: service.name,
    kind: service.kind,
    configuration: service.configuration,
    image: isDatabaseKind(service.kind) ? null : imageOf(environment, service, number),
  }))
  await db.query(
    `insert into releases (id, organization_id, environment_id, deployment_id, server_id, architecture, branch, commit, services, created_at)
     values ($1, $2, $3, $4, $5, 'amd64', $6, $7, $8, $9)`,
    [
      releaseId,
      organizationId,
      environment.id,
      id,
      environment.serverId,
      commit === null ? null : environment.branch,
      commit === null ? null : JSON.stringify(commit),
      JSON.stringify(services),
      startedAt,
    ],
  )
  await db.query(
    `insert into release_variables (release_id, variable_id, organization_id)
     select $1, id, $2 from unnest($3::uuid[]) as rows(id)`,
    [releaseId, organizationId, environment.variables.map((variable) => variable.id)],
  )
  await db.query('update deployments set release_id = $2 where id = $1', [id, releaseId])
}

function imageOf({ project, id }: PlacedEnvironment, { name }: PlacedService, number: number) {
  const hash = createHash('sha256').update(`${id} ${name} ${number}`).digest('hex')
  return {
    id: `sha256:${hash}`,
    reference: project.image ?? `longshore/${project.slug}-${name}:${number}`,
    digest: null,
    contentHash: hash,
    architecture: 'amd64',
    sizeBytes: 187_000_000,
    isPulled: project.image !== undefined,
  }
}
