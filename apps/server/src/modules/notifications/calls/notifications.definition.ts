/** Calls from the API to the worker about connectors: only the worker can open their secrets and connect to them. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall } from '../../../platform/link/call.ts'
import { ConnectorTest } from '../connectors.schemas.ts'

export const testConnector = defineCall({
  name: 'notifications.test',
  args: z.strictObject({ connectorId: idOf('ntc') }),
  result: ConnectorTest,
})
