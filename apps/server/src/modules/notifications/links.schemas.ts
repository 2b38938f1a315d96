/** Shapes of links: which connectors tell of a project, and of what. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { projectEvents } from '../notices/notice-events.schemas.ts'
import { Severity } from '../notices/notice-severity.schemas.ts'

const maxLinks = 50

export const ConnectorLink = z
  .strictObject({
    connectorId: idOf('ntc'),
    events: z
      .array(z.enum(projectEvents))
      .min(1)
      .max(100)
      .meta({ example: ['deployment_failed', 'deployment_succeeded'] }),
    environments: z
      .array(idOf('env'))
      .min(1)
      .max(100)
      .nullable()
      .default(null)
      .meta({ description: 'Null: all of the project, also later ones.', example: null }),
    minSeverity: Severity.default('info'),
  })
  .meta({ id: 'ConnectorLink' })
export type ConnectorLink = z.output<typeof ConnectorLink>

export const LinksBody = z
  .strictObject({ links: z.array(ConnectorLink).max(maxLinks) })
  .meta({ id: 'ConnectorLinksRequest' })
export type LinksBody = z.output<typeof LinksBody>

export const Links = z.object({ projectId: idOf('prj'), links: z.array(ConnectorLink) }).meta({ id: 'ConnectorLinks' })
export type Links = z.output<typeof Links>

export const LinksPath = z.strictObject({ projectId: idOf('prj') })
