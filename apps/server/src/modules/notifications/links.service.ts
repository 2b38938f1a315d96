/** Links between connectors and projects. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireWholeOrganization } from '../../platform/access/project-access.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { recordAudit } from '../audit/index.ts'
import { listEnvironmentsOf } from '../environments/index.ts'
import { publishProjectUpdated, requireProject } from '../projects/index.ts'
import { findConnectorIds } from './connectors.repository.ts'
import { listLinks, replaceLinks } from './links.repository.ts'
import type { Links, LinksBody } from './links.schemas.ts'

export interface LinksService {
  get(actor: Actor, projectId: Id<'prj'>): Promise<Links>
  replace(actor: Actor, projectId: Id<'prj'>, body: LinksBody): Promise<Links>
}

export function createLinksService({ database }: { database: Database }): LinksService {
  return {
    get: ({ organizationId }, projectId) =>
      database.tenant(organizationId, async (tx) => {
        await requireProject(tx, organizationId, projectId)
        return { projectId, links: await listLinks(tx, organizationId, projectId) }
      }),
    replace: (actor, projectId, { links }) =>
      database.tenant(actor.organizationId, async (tx) => {
        const { organizationId } = actor
        await requireProject(tx, organizationId, projectId)
        await requireKnown(tx, organizationId, { projectId, links })
        const before = new Set((await listLinks(tx, organizationId, projectId)).map(({ connectorId }) => connectorId))
        if (links.some(({ connectorId }) => !before.has(connectorId))) requireWholeOrganization(actor)
        const unique = links.map((link) => ({ ...link, events: [...new Set(link.events)] }))
        await replaceLinks(tx, organizationId, { projectId, links: unique })
        await recordAudit(tx, actor, {
          action: 'connector.linked',
          targetKind: 'project',
          targetId: projectId,
          detail: { connectors: links.length },
        })
        const saved = await listLinks(tx, organizationId, projectId)
        await publishProjectUpdated(tx, organizationId, {
          projectId,
          changed: 'project',
          resourceId: encodeId('prj', projectId),
          action: 'connectors_linked',
        })
        return { projectId, links: saved }
      }),
  }
}

/** Resources of other organizations count as missing. */
async function requireKnown(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, links }: LinksBody & { projectId: Id<'prj'> },
): Promise<void> {
  const ids = links.map(({ connectorId }) => connectorId)
  const connectors = await findConnectorIds(tx, organizationId, ids)
  const environments = new Set<string>(
    (await listEnvironmentsOf(tx, organizationId, [projectId])).map((environment) => environment.id),
  )
  for (const [at, link] of links.entries()) {
    const pointer = `/links/${at}`
    if (!connectors.has(link.connectorId))
      throw invalid(`${pointer}/connectorId`, 'not_found', "isn't a notification channel in this organization")
    if (ids.indexOf(link.connectorId) !== at) throw invalid(`${pointer}/connectorId`, 'duplicate', 'is linked twice')
    const stranger = link.environments?.findIndex((id) => !environments.has(id)) ?? -1
    if (stranger >= 0)
      throw invalid(`${pointer}/environments/${stranger}`, 'not_found', "isn't an environment of this project")
  }
}
