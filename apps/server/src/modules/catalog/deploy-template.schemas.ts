/** Request and response of a deployment from the catalog. */
import { TemplateInput } from '@longshore/analyzer/template'
import { z } from 'zod'
import { ShortText } from '../../platform/http/text-fields.schemas.ts'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { FirstDomainBody } from '../domains/routing/attached-domains.schemas.ts'
import { FinalizedProject } from '../projects/finalize.schemas.ts'
import { Revision, TemplateName, TemplateSource } from './catalog.schemas.ts'

export const InputValues = z
  .record(TemplateInput.shape.key, z.string().max(65_536).describe('Value of the input, as text.'))
  .refine((values) => Object.keys(values).length <= 50, 'must have at most 50 keys')
  .meta({
    description:
      'Values of the template’s inputs by key. Numbers and booleans are written as text. Inputs that you leave out get their default or a generated value.',
    example: {},
    writeOnly: true,
  })
export type InputValues = z.output<typeof InputValues>

export const DeployTemplateBody = z
  .strictObject({
    template: TemplateName.optional().describe('Template of the catalog. Send either this or `source`.'),
    source: TemplateSource.optional().describe('Pinned template outside the catalog. Send either this or `template`.'),
    projectName: ShortText.optional().meta({
      description: 'Display name of the new project. Defaults to the title of the template.',
      example: 'Team blog',
    }),
    environment: ShortText.default('production').meta({
      description: 'Display name of the new environment.',
      example: 'production',
    }),
    serverId: idOf('srv').describe('Server to run on. It must be ready.'),
    inputs: InputValues.default({}),
    domain: FirstDomainBody.optional().meta({
      description:
        'Domain to attach, as with `POST /environments/{id}/domain`. `service` defaults to the web service of the template.',
    }),
    backups: z
      .strictObject({
        enabled: z
          .boolean()
          .default(true)
          .describe('Whether to back up all data daily, with a restore test every day.'),
        destinationId: idOf('bds')
          .optional()
          .describe(
            'Storage location. Defaults to the only one of the organization, or to the disk of the instance if the organization has none and the operator offers the disk.',
          ),
      })
      .default({ enabled: true })
      .describe('Backups of the app’s data. The first one starts when the app is live.'),
    deploy: z.boolean().default(true).meta({ description: 'Whether to start the first deployment immediately.' }),
  })
  .refine(({ template, source }) => (template === undefined) !== (source === undefined), {
    message: 'is required unless you send source. Send only one of them',
    path: ['template'],
  })
  .meta({ id: 'DeployTemplateRequest' })
export type DeployTemplate = z.output<typeof DeployTemplateBody>

export const DeployedTemplate = z
  .object({
    ...FinalizedProject.shape,
    template: z
      .object({
        name: TemplateName.nullable().describe('Name in the catalog. Null for a template outside it.'),
        title: z.string().meta({ description: 'Name that people know the app by.', example: 'Ghost' }),
        version: z.string().meta({ description: 'Version of the main program.', example: '6.0.10' }),
        revision: Revision,
      })
      .describe('App that the environment runs, with its exact version and revision.'),
    backups: z
      .object({
        state: z
          .enum(['on', 'needs_storage', 'off'])
          .describe(
            '`on`: the data is backed up daily. `needs_storage`: there is no storage location, or more than one; choose one and set up backups. `off`: you turned them off, or the app has no data.',
          ),
        destination: z
          .object({
            id: idOf('bds'),
            name: z.string().meta({ description: 'Name of the storage location.', example: 'Offsite' }),
          })
          .nullable()
          .describe('Where backups are stored. Null unless `state` is `on`.'),
      })
      .describe('Whether the app’s data is backed up daily, and in which storage location.'),
    warnings: z
      .array(
        z.object({
          code: z.string().meta({ description: 'Machine-readable kind of warning.', example: 'low_memory' }),
          message: z.string().describe('What you should know, in a sentence for people.'),
        }),
      )
      .describe('Possible problems. They don’t stop the deployment.'),
  })
  .meta({ id: 'DeployedTemplate', description: 'The new project, its environment, and its first deployment.' })
export type DeployedTemplate = z.output<typeof DeployedTemplate>
