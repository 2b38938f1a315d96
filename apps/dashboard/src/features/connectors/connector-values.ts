/** Form values of a channel, and the request made from them. */
import type { Connector, ConnectorKind, CreateConnectorRequest, UpdateConnectorRequest } from '@longshore/sdk'

export interface ConnectorValues {
  name: string
  config: Record<string, unknown>
  events: string[]
  /** Sent for all projects. */
  projectEvents: string[]
  minSeverity: Connector['minSeverity']
}

/** Leaves out empty fields, because some settings are optional. */
export function filledConfig(config: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).filter(([, value]) => value !== '' && value !== undefined && value !== null),
  )
}

/** The resolver of the form validates kind and settings together. */
export function toCreateBody(kind: ConnectorKind, values: ConnectorValues): CreateConnectorRequest {
  const { name, config, events, projectEvents, minSeverity } = values
  const body: object = { kind, name, config: filledConfig(config), events, projectEvents, minSeverity }
  return body as CreateConnectorRequest
}

export function toUpdateBody(values: ConnectorValues, isReplacing: boolean): UpdateConnectorRequest {
  const { name, config, events, projectEvents, minSeverity } = values
  const own = isReplacing ? { config: filledConfig(config) } : {}
  return { name, events, projectEvents, minSeverity, ...own } as UpdateConnectorRequest
}
