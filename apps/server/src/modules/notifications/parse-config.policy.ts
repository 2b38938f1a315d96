/** Parses a configuration that came without its kind, using the connector's. */
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { type ConnectorKind, connectorConfigs } from './kinds/connector-configs.schemas.ts'

/** The response doesn't repeat the content. */
export function parseConfig(kind: ConnectorKind, config: unknown): Record<string, unknown> {
  const parsed = connectorConfigs[kind].safeParse(config)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.slice(0, 20).map(({ path, code, message }) => ({
    pointer: ['/config', ...path.map(String)].join('/'),
    code: code === 'unrecognized_keys' ? 'unknown_field' : 'invalid',
    message: code === 'unrecognized_keys' ? "has fields that this kind doesn't support" : message,
  }))
  throw new AppError(platformProblems.validation_failed, undefined, { errors })
}
