/** Moves to another server. The old server keeps the old data for some time. */
import type { Move } from '@longshore/sdk'
import { confirmMove, listMoves } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { ServerName } from '../environments/server-name.tsx'

const words = text.moves
const tones: Record<Move['status'], Tone> = { moving: 'busy', moved: 'warn', returned: 'bad', settled: 'good' }

export function MovesCard() {
  const { id } = useEnvironment()
  const list = useList(listMoves, { id })
  const [asked, setAsked] = useState<Move | null>(null)
  const confirm = useAction(confirmMove, {
    refreshes: [listMoves],
    onDone() {
      setAsked(null)
      toast(words.confirmed)
    },
  })
  if (list.isEmpty || list.isPending) return null
  return (
    <Card isFlush title={words.title}>
      <ListView list={list} empty={null}>
        {(items) => (
          <Table
            label={words.title}
            rows={items}
            columns={columnsWith(id, setAsked)}
            keyOf={(each) => each.deploymentId}
          />
        )}
      </ListView>
      <ConfirmDialog
        title={words.confirmTitle}
        action={words.confirm}
        isOpen={asked !== null}
        isBusy={confirm.isBusy}
        error={confirm.error}
        onConfirm={() => asked !== null && void confirm.run({ id, did: asked.deploymentId })}
        onClose={() => setAsked(null)}
      >
        {words.confirmNote}
      </ConfirmDialog>
    </Card>
  )
}

function columnsWith(id: string, ask: (move: Move) => void): readonly Column<Move>[] {
  return [
    { title: words.columns.from, cell: ({ fromServerId }) => <ServerName id={fromServerId} /> },
    { title: words.columns.to, cell: ({ toServerId }) => <ServerName id={toServerId} /> },
    { title: words.columns.state, cell: ({ status }) => <Status tone={tones[status]}>{words.status[status]}</Status> },
    {
      title: words.columns.kept,
      isMinor: true,
      cell: ({ keptUntil }) => (keptUntil === null ? null : <RelativeTime at={keptUntil} />),
    },
    {
      title: text.common.actions,
      isTitleHidden: true,
      className: 'py-1!',
      cell: (move) => (
        <span className="flex items-center justify-end gap-2">
          <Link to={paths.deployment(id, move.deploymentId)} className="underline">
            {words.deployment}
          </Link>
          {move.status === 'moved' && (
            <Allowed to={confirmMove}>
              <Button onClick={() => ask(move)}>{words.confirm}</Button>
              <ActionMenu
                actions={[
                  {
                    label: words.confirm,
                    call: { operation: confirmMove, parameters: { id, did: move.deploymentId } },
                  },
                ]}
              />
            </Allowed>
          )}
        </span>
      ),
    },
  ]
}
