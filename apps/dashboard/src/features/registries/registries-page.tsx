import type { Registry } from '@longshore/sdk'
import { checkRegistry, deleteRegistry, listRegistries, saveRegistry } from '@longshore/sdk/operations'
import { Boxes, KeyRound, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'
import { RegistryDialog } from './registry-dialog.tsx'

const words = text.registries

export function RegistriesPage() {
  const registries = useList(listRegistries, {})
  const [edited, setEdited] = useState<Registry | 'new' | null>(null)
  const add = (
    <Allowed to={saveRegistry} hasReason>
      <Button kind="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setEdited('new')}>
        {words.add}
      </Button>
    </Allowed>
  )
  return (
    <Page title={words.title} note={words.note} actions={registries.isEmpty ? undefined : add}>
      <Card isFlush>
        <ListView
          list={registries}
          empty={
            <EmptyState icon={Boxes} {...words.empty}>
              <Allowed to={saveRegistry} hasReason>
                <Button onClick={() => setEdited('new')}>{words.add}</Button>
              </Allowed>
            </EmptyState>
          }
        >
          {(items) => <RegistryTable items={items} onRenew={setEdited} />}
        </ListView>
      </Card>
      {edited !== null && (
        <RegistryDialog {...(edited === 'new' ? {} : { registry: edited })} onClose={() => setEdited(null)} />
      )}
    </Page>
  )
}

function RegistryTable({ items, onRenew }: { items: readonly Registry[]; onRenew(registry: Registry): void }) {
  return (
    <Table
      label={words.title}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        { title: words.host, cell: ({ host }) => <span className="font-medium break-all">{host}</span> },
        { title: words.username, cell: ({ username }) => username, isMinor: true },
        {
          title: words.state,
          cell: ({ status }) => <Status tone={status === 'connected' ? 'good' : 'bad'}>{words.states[status]}</Status>,
        },
        {
          title: words.checked,
          isMinor: true,
          cell: ({ lastCheckedAt }) =>
            lastCheckedAt === null ? text.common.never : <RelativeTime at={lastCheckedAt} />,
        },
        {
          title: words.actions,
          isTitleHidden: true,
          isNumber: true,
          cell: (registry) => <RegistryActions registry={registry} onRenew={() => onRenew(registry)} />,
        },
      ]}
    />
  )
}

function RegistryActions({ registry: { id, host }, onRenew }: { registry: Registry; onRenew(): void }) {
  const [isRemoving, setRemoving] = useState(false)
  const notify = useDeletedNotice()
  const remove = useAction(deleteRegistry, {
    refreshes: [listRegistries],
    onDone() {
      setRemoving(false)
      notify({ name: host, message: words.removed(host), items: [{ kind: 'registry', resourceId: id }] })
    },
  })
  const check = useAction(checkRegistry, {
    refreshes: [listRegistries],
    onDone({ status }) {
      if (status === 'connected') toast(words.checkedGood)
      else toast(words.checkedBad, { tone: 'bad' })
    },
  })
  const runCheck = () => check.must({ id }).catch((error: Error) => toast(error.message, { tone: 'bad' }))
  return (
    <>
      <ActionMenu
        label={`${text.common.moreActions}: ${host}`}
        actions={[
          {
            label: words.check,
            icon: <RefreshCw aria-hidden size={15} />,
            isDisabled: check.isBusy,
            onSelect: () => void runCheck(),
            call: { operation: checkRegistry, parameters: { id } },
          },
          { label: words.renew, icon: <KeyRound aria-hidden size={15} />, onSelect: onRenew, needs: saveRegistry },
          {
            label: words.remove,
            icon: <Trash2 aria-hidden size={15} />,
            isDanger: true,
            onSelect: () => setRemoving(true),
            call: { operation: deleteRegistry, parameters: { id } },
          },
        ]}
      />
      <DeleteDialog
        title={words.removeTitle(host)}
        action={words.remove}
        isOpen={isRemoving}
        deletion={remove}
        onConfirm={() => remove.must({ id })}
        onClose={() => setRemoving(false)}
      >
        <p>{words.removeNote}</p>
      </DeleteDialog>
    </>
  )
}
