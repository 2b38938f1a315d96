/**
 * Parts of a preview: the template's services, its variables that aren't secret, its secrets that are allowed by name,
 * and the project's own variables for previews, which win. Databases get their own credentials and start empty.
 */
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import {
  copyEnvironment,
  type EnvironmentCopy,
  findEnvironment,
  listServices,
  listVariables,
  type SealedVariable,
  sealVariable,
} from '../../environments/index.ts'
import { findPreviewSettings, listPreviewVariables, type PreviewVariableRow } from '../preview-settings.repository.ts'
import { previewVariableValue } from '../preview-variable-values.crypto.ts'
import { findPreview } from '../previews.repository.ts'
import type { PreviewWork, Subject } from './preview-work.context.ts'

export interface NewPreviewParts {
  services: EnvironmentCopy['services']
  variables: SealedVariable[]
  serverId: Id<'srv'> | null
  buildServerId: Id<'srv'> | null
  sealer: PreviewWork['sealer']
}

/** Returns null if there is no template. */
export async function prepareEnvironment(work: PreviewWork, subject: Subject): Promise<NewPreviewParts | null> {
  const { organizationId } = subject
  const found = await readTemplate(work, subject)
  if (found === null) return null
  const { template, copy, allowed, own } = found
  const serviceNames = new Set(copy.services.map(({ name }) => name))
  const opened = await work.secrets.openVariables(
    organizationId,
    allowed.map(({ id }) => id),
  )
  const secrets = await Promise.all(
    allowed.map(({ id, key, scope, service, isSealed }) =>
      sealVariable(work.sealer, organizationId, {
        key,
        scope,
        service,
        secret: true,
        sealed: isSealed,
        value: opened.get(id)?.value.reveal() ?? '',
      }),
    ),
  )
  const mine = await Promise.all(own.map((row) => sealOwn(work, organizationId, row)))
  const usable = mine.filter(({ service }) => service === null || serviceNames.has(service))
  const taken = new Set(usable.map(placeOf))
  const others = [...copy.variables, ...secrets].filter((variable) => !taken.has(placeOf(variable)))
  return {
    services: copy.services,
    variables: [...others, ...usable],
    serverId: template.server_id,
    buildServerId: template.build_server_id,
    sealer: work.sealer,
  }
}

function placeOf({ key, service }: Pick<SealedVariable, 'key' | 'service'>): string {
  return `${key} ${service ?? ''}`
}

async function readTemplate({ database }: PreviewWork, { organizationId, id }: Subject) {
  return await database.tenant(organizationId, async (tx) => {
    const preview = await findPreview(tx, organizationId, { id })
    if (preview === undefined) return null
    const settings = await findPreviewSettings(tx, organizationId, preview.project_id)
    const templateId = settings?.template_environment_id ?? null
    const template = templateId === null ? undefined : await findEnvironment(tx, organizationId, templateId)
    if (settings === undefined || template === undefined) return null
    const names = new Map((await listServices(tx, organizationId, [template.id])).map((row) => [row.id, row.name]))
    const variables = await listVariables(tx, organizationId, [template.id])
    const allowed = variables
      .filter(({ key, is_secret: isSecret }) => isSecret && settings.allowed_secrets.includes(key))
      .map((row) => ({
        id: row.id,
        key: row.key,
        scope: row.scope,
        isSealed: row.is_sealed,
        service: row.service_id === null ? null : (names.get(row.service_id) ?? null),
      }))
    return {
      template,
      copy: await copyEnvironment(tx, organizationId, template.id),
      allowed,
      own: await listPreviewVariables(tx, organizationId, preview.project_id),
    }
  })
}

async function sealOwn(
  { unsealer, sealer }: PreviewWork,
  organizationId: OrganizationId,
  row: PreviewVariableRow,
): Promise<SealedVariable> {
  const { key, scope, expand, is_secret: secret, sealed_value: sealed } = row
  const value =
    sealed === null
      ? (row.value ?? '')
      : (await unsealer.unseal(contextOf(previewVariableValue, row.id, organizationId), sealed)).reveal()
  return await sealVariable(sealer, organizationId, {
    key,
    scope,
    expand,
    service: row.service_name,
    secret,
    sealed: false,
    value,
  })
}
