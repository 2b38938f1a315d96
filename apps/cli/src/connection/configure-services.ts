/** Saves the services of an environment. */
import type { Client, ConfiguredServices, Service, ServiceRequest } from '@longshore/sdk'
import { configureServices, getEnvironment } from '@longshore/sdk/operations'
import type { Output } from '../terminal/output.ts'
import { undoLine } from './undo-deletion.ts'

interface ServiceChange {
  readonly services: ServiceRequest[]
  readonly removeData?: string[]
  readonly skipFinalBackup?: boolean
}

/** Fails if another change was saved since the services were read. */
export async function changeServices(
  client: Client,
  id: string,
  change: (services: readonly Service[]) => ServiceChange,
): Promise<ConfiguredServices> {
  const { services, version } = await client.call(getEnvironment, { id })
  return await client.call(configureServices, { id, body: change(services) }, { ifMatch: version })
}

/** `undo`: the command that undoes a removal. */
export function showConfigured(output: Output, configured: ConfiguredServices, message: string, undo?: string): void {
  output.show({ ...configured, ...(undo === undefined ? {} : { undo }) }, () => [
    message,
    ...configured.pendingChanges.map((each) => ({ text: `  ${each.message}`, style: 'dim' }) as const),
    'Deploy it: longshore deploy --follow',
    ...(undo === undefined ? [] : [undoLine(undo)]),
  ])
}
