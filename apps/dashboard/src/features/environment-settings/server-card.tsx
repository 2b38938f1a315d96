import type { Environment } from '@longshore/sdk'
import { getEnvironment, linkServer, listDeployments, listMoves, listServers } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toasts.tsx'
import { hasData } from '../services/service-values.ts'

export function ServerCard({ environment }: { environment: Environment }) {
  const { id, serverId } = environment
  const words = text.environmentSettings.server
  const servers = useList(listServers, { limit: 100 })
  const [chosen, setChosen] = useState(serverId ?? '')
  const [isAsking, setAsking] = useState(false)
  const link = useAction(linkServer, {
    refreshes: [getEnvironment, listDeployments, listMoves],
    onDone() {
      setAsking(false)
      toast(words.saved)
    },
  })
  const isChanged = chosen !== '' && chosen !== serverId
  const movesData = environment.liveServerId !== null && environment.services.some(hasData)
  const choices = servers.items.map((server) => [server.id, server.name] as const)
  return (
    <Card title={words.title} note={words.note}>
      {servers.isEmpty ? (
        <p className="text-sm text-ink-soft">{words.empty}</p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Select
            label={words.label}
            value={chosen}
            onChange={setChosen}
            choices={serverId === null ? [['', words.choose], ...choices] : choices}
          />
          <Allowed to={linkServer} hasReason>
            <Button kind="primary" disabled={!isChanged} onClick={() => setAsking(true)}>
              {words.change}
            </Button>
          </Allowed>
        </div>
      )}
      <ConfirmDialog
        title={words.changeTitle}
        action={words.change}
        isOpen={isAsking}
        isBusy={link.isBusy}
        error={link.error}
        onConfirm={() => void link.run({ id, body: { serverId: chosen } })}
        onClose={() => setAsking(false)}
      >
        {movesData ? words.changeNote : words.changeNoData}
      </ConfirmDialog>
    </Card>
  )
}
