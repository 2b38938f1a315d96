import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { AlertRules, AlertRulesPatch, RuleName } from './alert-rules.schemas.ts'

const AlertStatus = z
  .enum(['firing', 'resolved'])
  .describe('`firing`: the problem exists now. `resolved`: Longshore found it gone.')

export const Alert = z
  .object({
    id: idOf('alr').describe('ID to acknowledge the alert with. A problem that comes back gets a new alert and ID.'),
    rule: RuleName,
    status: AlertStatus,
    severity: z
      .enum(['warning', 'critical'])
      .describe('`warning`: act within days. `critical`: something is down, or about to be.'),
    title: z.string().meta({
      description: 'Short headline for people. It’s the same for every alert of a rule.',
      example: 'A disk is almost full',
    }),
    detail: z.string().meta({
      description: 'What Longshore measured when the alert fired, with numbers and names.',
      example: '92 % of its disk is in use: 36.8 GB of 40.0 GB.',
    }),
    hint: z.string().meta({
      description: 'What to do next, as a sentence for people.',
      example: 'Remove unused images and volumes, or give the server a larger disk.',
    }),
    serverId: idOf('srv').describe('Server that has the problem, or that runs the affected environment.'),
    projectId: idOf('prj')
      .nullable()
      .describe('Project of the affected environment; null if the alert is about the server itself.'),
    environmentId: idOf('env')
      .nullable()
      .describe('Environment that is affected; null if the alert is about the server itself.'),
    subject: z.string().nullable().meta({
      description:
        'Name of the affected service, or hostname of the certificate; null if the alert is about the server.',
      example: 'web',
    }),
    since: Time.describe('When Longshore first saw the problem. The alert fires only after it has lasted a while.'),
    firedAt: Time.describe('When the alert fired, after the problem had lasted for the rule’s `forSeconds`.'),
    resolvedAt: Time.nullable().describe('When Longshore found the problem gone; null while the alert is firing.'),
    acknowledgedAt: Time.nullable().describe('When someone acknowledged the alert; null if nobody has.'),
    acknowledgedBy: idOf('usr').nullable().describe('User who acknowledged the alert; null if nobody has.'),
    version: z.int().describe('Revision of the alert, which increases with every change.'),
    createdAt: Time.describe('When Longshore recorded the problem, before the alert fired.'),
    updatedAt: Time.describe('When the alert last changed: fired, acknowledged, or resolved.'),
  })
  .meta({ id: 'Alert', description: 'One occurrence of a problem, from when it starts to when it’s resolved.' })
export type Alert = z.output<typeof Alert>

export const AlertsQuery = PageQuery.extend({
  status: AlertStatus.optional().describe(
    'Return only alerts in this status. `firing`: the problem exists now. `resolved`: it’s gone. Default: both.',
  ),
  serverId: idOf('srv')
    .optional()
    .describe('Return only alerts about this server and the environments on it. Default: all servers.'),
  environmentId: idOf('env')
    .optional()
    .describe('Return only alerts about this environment. Default: all, including alerts about servers.'),
})
export type AlertsQuery = z.output<typeof AlertsQuery>

export const AlertParams = z.object({ id: idOf('alr').describe('Alert to read or acknowledge, from `GET /alerts`.') })

export const AlertSettings = z
  .object({
    rules: AlertRules.describe('Thresholds and timing of every rule, as they apply now.'),
    version: z.int().describe('Revision of the settings for `If-Match`. It’s 0 until someone changes a rule.'),
  })
  .meta({ id: 'AlertSettings', description: 'When alerts fire in this organization.' })
export type AlertSettings = z.output<typeof AlertSettings>

export const AlertSettingsBody = z
  .strictObject({ rules: AlertRulesPatch.describe('Rules to change, by name. The others keep their settings.') })
  .meta({ id: 'AlertSettingsRequest', description: 'Changes to the alert settings.' })
