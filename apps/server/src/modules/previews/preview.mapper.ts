/** Maps rows to API responses. */
import type { Id } from '../../platform/ids/brand.ts'
import type { PreviewSettingsRow, PreviewVariableRow } from './preview-settings.repository.ts'
import type { PreviewRow } from './previews.repository.ts'
import type { Preview, PreviewSettings } from './previews.schemas.ts'

export function toPreview(row: PreviewRow, address: string | null): Preview {
  return {
    id: row.id,
    projectId: row.project_id,
    number: row.number,
    title: row.title,
    url: row.url,
    branch: row.branch,
    commit: row.sha,
    status: row.status,
    reason: row.reason,
    environmentId: row.environment_id,
    previewUrl: address,
    seed: {
      status: row.seed_status,
      exitCode: row.seed_result?.exitCode ?? null,
      logTail: row.seed_result?.logTail ?? null,
    },
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const defaults = {
  is_enabled: false,
  template_environment_id: null,
  max_open: 5,
  lifetime_hours: 168,
  seed: null,
  allowed_secrets: [],
  problem: null,
  looked_at: null,
  version: 0,
} satisfies Partial<PreviewSettingsRow>

export function toPreviewSettings(parts: {
  projectId: Id<'prj'>
  /** Undefined if nothing was configured yet. */
  row: PreviewSettingsRow | undefined
  variables: readonly PreviewVariableRow[]
  open: number
  showsValues: boolean
}): PreviewSettings {
  const row = parts.row ?? defaults
  return {
    projectId: parts.projectId,
    enabled: row.is_enabled,
    templateEnvironmentId: row.template_environment_id,
    maxOpen: row.max_open,
    lifetimeHours: row.lifetime_hours,
    seedCommand: row.seed,
    allowedSecrets: row.allowed_secrets,
    variables: parts.variables.map((variable) => ({
      key: variable.key,
      value: parts.showsValues ? variable.value : null,
      secret: variable.is_secret,
      scope: variable.scope,
      expand: variable.expand,
      service: variable.service_name,
    })),
    openCount: parts.open,
    problem: row.problem,
    lastCheckedAt: row.looked_at,
    version: row.version,
  }
}
