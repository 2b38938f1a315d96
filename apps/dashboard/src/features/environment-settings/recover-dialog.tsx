/** Chooses the server for a recovery, and shows what would be lost and which DNS records change. */
import type { Recovery } from '@longshore/sdk'
import {
  getEnvironment,
  getRecovery,
  listDeployments,
  listMoves,
  listServers,
  recoverEnvironment,
} from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList, useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.recovery.dialog

export function RecoverDialog({ id, recovery, onClose }: { id: string; recovery: Recovery; onClose(): void }) {
  const servers = useList(listServers, { limit: 100 })
  const [serverId, setServer] = useState('')
  const [givenUp, setGivenUp] = useState<readonly string[]>([])
  const [force, setForce] = useState(false)
  const recover = useAction(recoverEnvironment, {
    refreshes: [getEnvironment, listDeployments, listMoves, getRecovery],
    onDone() {
      toast(words.started)
      onClose()
    },
  })
  const missing = [...new Set(recovery.data.filter(({ backupId }) => backupId === null).map(({ service }) => service))]
  const others = servers.items.filter((server) => server.id !== recovery.serverId)
  const start = () =>
    void recover.run({ id, body: { serverId, allowDataLoss: true, force, withoutData: [...givenUp] } })
  const toggle = (service: string, isChosen: boolean) =>
    setGivenUp(isChosen ? [...givenUp, service] : givenUp.filter((each) => each !== service))
  return (
    <ConfirmDialog
      title={words.title}
      action={words.action}
      isOpen
      isBusy={recover.isBusy}
      error={recover.error}
      onConfirm={() => serverId !== '' && start()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{words.note}</p>
        <Loss recovery={recovery} />
        <Select
          label={words.server}
          value={serverId}
          onChange={setServer}
          choices={[['', words.choose], ...others.map((server) => [server.id, server.name] as const)]}
        />
        {missing.map((service) => (
          <Checkbox
            key={service}
            label={words.withoutData(service)}
            value={givenUp.includes(service)}
            onChange={(isChosen) => toggle(service, isChosen)}
          />
        ))}
        {!recovery.isServerLost && <Checkbox label={words.force} value={force} onChange={setForce} />}
        {serverId !== '' && <DnsChanges id={id} serverId={serverId} />}
      </div>
    </ConfirmDialog>
  )
}

function Loss({ recovery: { data, predicted } }: { recovery: Recovery }) {
  if (data.length === 0 || predicted.lossSeconds === null) return null
  return <p className="font-medium">{words.loss(formatDuration(predicted.lossSeconds * 1_000))}</p>
}

function DnsChanges({ id, serverId }: { id: string; serverId: string }) {
  const plan = useRead(getRecovery, { id, serverId })
  const records = plan.data?.dns ?? []
  if (records.length === 0) return null
  return (
    <div>
      <p>{words.dns}</p>
      <ul className="mt-1 list-disc pl-5 text-ink-soft">
        {records.map(({ hostname, to }) => (
          <li key={hostname}>
            <code>{words.record(hostname, to.join(', '))}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
