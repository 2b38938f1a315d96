/** Shapes of alerts. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { AlertRules, AlertRulesPatch, RuleName } from './alert-rules.schemas.ts'

export const Alert = z
  .object({
    id: idOf('alr'),
    rule: RuleName,
    status: z.enum(['firing', 'resolved']),
    severity: z.enum(['warning', 'critical']),
    title: z.string(),
    detail: z.string(),
    hint: z.string(),
    serverId: idOf('srv'),
    projectId: idOf('prj').nullable(),
    environmentId: idOf('env').nullable(),
    subject: z.string().nullable().meta({ description: 'The service or hostname that it is about.' }),
    since: Time.meta({ description: 'When it was first seen, before it was told.' }),
    firedAt: Time,
    resolvedAt: Time.nullable(),
    acknowledgedAt: Time.nullable(),
    acknowledgedBy: idOf('usr').nullable(),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Alert' })
export type Alert = z.output<typeof Alert>

export const AlertsQuery = PageQuery.extend({
  status: z.enum(['firing', 'resolved']).optional(),
  serverId: idOf('srv').optional(),
  environmentId: idOf('env').optional(),
})
export type AlertsQuery = z.output<typeof AlertsQuery>

export const AlertParams = z.object({ id: idOf('alr') })

export const AlertSettings = z
  .object({ rules: AlertRules, version: z.int().meta({ description: '0 while nothing was changed.' }) })
  .meta({ id: 'AlertSettings' })
export type AlertSettings = z.output<typeof AlertSettings>

export const AlertSettingsBody = z.strictObject({ rules: AlertRulesPatch }).meta({ id: 'AlertSettingsRequest' })
