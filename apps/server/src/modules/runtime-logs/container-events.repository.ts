/** Container events: started, exited, out of memory. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst, type PageBefore } from '../../platform/database/newest-first.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { ContainerEvent } from './runtime-logs.schemas.ts'

export type EventKind = ContainerEvent['kind']

export interface NewContainerEvent {
  environmentId: Id<'env'>
  service: string
  deploymentId: Id<'dep'> | null
  container: string
  kind: EventKind
  exitCode: number | null
  at: Date
  /** Docker's own timestamp of the event. */
  reportedAt: string
}

/** Returns false if it is already stored, or if its environment was deleted. */
export async function saveContainerEvent(
  tx: Tx,
  organizationId: OrganizationId,
  event: NewContainerEvent,
): Promise<boolean> {
  const row = await tx
    .insertInto('container_events')
    .columns([
      'id', 'organization_id', 'environment_id', 'service', 'deployment_id', 'container', 'kind', 'exit_code', 'at', 'told_at',
    ]) // biome-ignore format: a list
    .expression((eb) =>
      eb
        .selectFrom('environments')
        .select([
          eb.val(newId('evt')).as('id'),
          'organization_id',
          'id as environment_id',
          eb.val(event.service).as('service'),
          eb.cast<string | null>(eb.val(event.deploymentId), 'uuid').as('deployment_id'),
          eb.val(event.container).as('container'),
          eb.val(event.kind).as('kind'),
          eb.cast<number | null>(eb.val(event.exitCode), 'integer').as('exit_code'),
          eb.cast<Date>(eb.val(event.at), 'timestamptz').as('at'),
          eb.val(event.reportedAt).as('told_at'),
        ])
        .where('organization_id', '=', organizationId)
        .where('id', '=', event.environmentId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listContainerEvents(
  tx: Tx,
  organizationId: OrganizationId,
  query: PageBefore & { environmentId: Id<'env'>; service?: string | undefined; kind?: EventKind | undefined },
): Promise<ContainerEvent[]> {
  const { environmentId, service, kind } = query
  let rows = tx
    .selectFrom('container_events')
    .select(['id', 'at', 'kind', 'exit_code', 'service', 'container', 'deployment_id'])
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
  if (service !== undefined) rows = rows.where('service', '=', service)
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  const found = await rows.$call(newestFirst(query)).$narrowType<{ kind: EventKind }>().execute()
  return found.map(({ id, exit_code: exitCode, deployment_id: deployment, ...row }) => ({
    ...row,
    id: brandId<'evt'>(id),
    exitCode,
    deploymentId: deployment,
  }))
}
