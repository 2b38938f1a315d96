/** Schemas of the template that an environment was created from, and of its updates. */
import { Template } from '@longshore/analyzer/template'
import { z } from 'zod'
import { Time } from '../../platform/ids/type-id.schemas.ts'
import { ConfigureServicesBody } from '../environments/environments.schemas.ts'
import { PendingChange } from '../environments/pending-changes.schemas.ts'
import { Revision, TemplateField, TemplateName, TemplateSource } from './catalog.schemas.ts'
import { InputValues } from './deploy-template.schemas.ts'

export const EnvironmentTemplate = z
  .object({
    name: TemplateName.nullable().describe('Name in the catalog. Null for a template outside it.'),
    title: z.string().meta({ description: 'Name that people know the app by.', example: 'Ghost' }),
    version: z.string().meta({ description: 'Version of the main program.', example: '6.0.10' }),
    revision: Revision,
    source: TemplateSource.nullable().describe('Where the template came from. Null for one of the catalog.'),
    latest: z
      .object({
        version: z.string().meta({ description: 'Version of the main program.', example: '6.0.11' }),
        revision: Revision,
      })
      .nullable()
      .describe('Current version in the catalog. Null for a template that is not in the catalog.'),
    hasUpdate: z
      .boolean()
      .describe('Whether the catalog has a different revision than the one that the environment uses.'),
    changes: z
      .array(PendingChange)
      .nullable()
      .describe('What an update to `latest` changes in the settings. Null if there is no update.'),
    removesData: z
      .array(z.string())
      .describe('Services that the update removes with their data. List them in `removeData` to update.'),
    upgradeNotes: Template.shape.upgradeNotes
      .unwrap()
      .describe('What to know before the update, newest first. Empty if there is nothing.'),
    missingInputs: z
      .array(TemplateField)
      .describe('Inputs of `latest` that have no value yet. Send them with the update.'),
    firstSteps: Template.shape.firstSteps
      .unwrap()
      .nullable()
      .describe(
        'What to do once the app is live. Null if there is nothing to do, and for a template outside the catalog.',
      ),
    firstBackup: z
      .enum(['none', 'waiting', 'started'])
      .describe(
        '`waiting`: the first backup starts when the app is live. `started`: it has started. `none`: none was requested.',
      ),
    createdAt: Time.describe('Time at which the template was first applied. Updates don’t change it.'),
    updatedAt: Time.describe('Time of the last switch to another revision. Equal to `createdAt` before the first one.'),
  })
  .meta({ id: 'EnvironmentTemplate', description: 'Template that an environment was created from.' })
export type EnvironmentTemplate = z.output<typeof EnvironmentTemplate>

const { removeData, skipFinalBackup } = ConfigureServicesBody.shape

export const UpdateTemplateBody = z
  .strictObject({
    revision: Revision.optional().describe(
      'Revision from `latest`, for a template of the catalog. Send either this or `source`.',
    ),
    source: TemplateSource.optional().describe(
      'Pinned new version of a template outside the catalog. Send either this or `revision`.',
    ),
    inputs: InputValues.default({}),
    removeData,
    skipFinalBackup,
  })
  .refine(({ revision, source }) => (revision === undefined) !== (source === undefined), {
    message: 'is required unless you send source. Send only one of them',
    path: ['revision'],
  })
  .meta({ id: 'UpdateTemplateRequest', example: { revision: '3f9c1b7a20de' } })
export type UpdateTemplate = z.output<typeof UpdateTemplateBody>
