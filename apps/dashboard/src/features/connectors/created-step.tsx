/** Shows the key of the new channel, once, and the result of the first message. */
import type { CreatedConnector } from '@longshore/sdk'
import { useEffect, useRef } from 'react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { TestResult } from './connector-test.tsx'
import { SigningKey } from './signing-key.tsx'
import { useConnectorTest } from './use-connector-test.ts'

export function CreatedStep({ connector, onDone }: { connector: CreatedConnector; onDone(): void }) {
  const connectors = text.connectors
  const test = useConnectorTest()
  const wasStarted = useRef(false)
  useEffect(() => {
    if (wasStarted.current) return
    wasStarted.current = true
    void test.run(connector.id)
  })
  return (
    <div className="flex flex-col gap-4">
      {connector.secret !== null && <SigningKey secret={connector.secret} />}
      <TestResult {...test} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button isBusy={test.isBusy} onClick={() => test.run(connector.id)}>
          {connectors.test.action}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {connectors.done}
        </Button>
      </div>
    </div>
  )
}
