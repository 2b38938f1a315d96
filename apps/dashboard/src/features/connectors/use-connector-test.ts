import type { ConnectorTest } from '@longshore/sdk'
import { getConnector, listConnectorDeliveries, listConnectors, testConnector } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'

export function useConnectorTest() {
  const [result, setResult] = useState<ConnectorTest | undefined>(undefined)
  const test = useAction(testConnector, {
    refreshes: [getConnector, listConnectors, listConnectorDeliveries],
    onDone: setResult,
  })
  const run = async (id: string) => {
    setResult(undefined)
    await test.run({ id })
  }
  return { run, isBusy: test.isBusy, error: test.error, result }
}
