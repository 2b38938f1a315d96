/** Recovers all environments of a server that can't be reached. */
import type { Server, ServerRecovery } from '@longshore/sdk'
import { listEnvironments, listServers, recoverServer } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/select.tsx'

const words = text.recovery

export function RecoverServerCard({ server }: { server: Server }) {
  const [isAsking, setAsking] = useState(false)
  const [chosen, setChosen] = useState('')
  const [result, setResult] = useState<ServerRecovery | null>(null)
  const servers = useList(listServers, { limit: 100 })
  const recover = useAction(recoverServer, {
    refreshes: [listEnvironments],
    onDone(found) {
      setResult(found)
      setAsking(false)
    },
  })
  if (server.status !== 'unreachable' && result === null) return null
  const others = servers.items.filter(({ id }) => id !== server.id)
  const start = () => void recover.run({ id: server.id, body: { serverId: chosen, allowDataLoss: true } })
  return (
    <Card title={words.title} note={words.server.note}>
      {result === null ? (
        <Allowed to={recoverServer} hasReason>
          <Button kind="primary" onClick={() => setAsking(true)}>
            {words.server.action}
          </Button>
        </Allowed>
      ) : (
        <Results result={result} />
      )}
      <ConfirmDialog
        title={words.server.title}
        action={words.dialog.action}
        isOpen={isAsking}
        isBusy={recover.isBusy}
        error={recover.error}
        onConfirm={() => chosen !== '' && start()}
        onClose={() => setAsking(false)}
      >
        <div className="flex flex-col gap-3">
          <p>{words.server.note}</p>
          <Select
            label={words.dialog.server}
            value={chosen}
            onChange={setChosen}
            choices={[['', words.dialog.choose], ...others.map((each) => [each.id, each.name] as const)]}
          />
        </div>
      </ConfirmDialog>
    </Card>
  )
}

function Results({ result: { items } }: { result: ServerRecovery }) {
  if (items.length === 0) return <p className="text-sm">{words.server.none}</p>
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {items.map(({ environmentId, environment, problem }) => (
        <li key={environmentId}>
          {problem === null
            ? words.server.started(environment)
            : words.server.refused(environment, `${problem.detail} ${problem.hint}`)}
        </li>
      ))}
    </ul>
  )
}
