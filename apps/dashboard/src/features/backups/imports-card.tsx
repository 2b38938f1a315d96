import type { Import } from '@longshore/sdk'
import { importSql, listImports } from '@longshore/sdk/operations'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatBytes } from '../../ui/format.ts'
import { ListView } from '../../ui/list-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { FollowImportDialog } from './follow-import.tsx'
import { databasesOf, ImportDialog } from './import-dialog.tsx'
import { RunStatus } from './run-status.tsx'

const words = text.imports
const restores = text.restores

export function ImportsCard() {
  const { id, name, services } = useEnvironment()
  const list = useList(listImports, { id })
  const [opened, setOpened] = useState<{ importId: string | null } | null>(null)
  const close = () => setOpened(null)
  const [database] = databasesOf(services)
  if (database === undefined) return null
  return (
    <Card
      isFlush
      title={words.title}
      note={words.note}
      actions={
        <>
          <Allowed to={importSql}>
            <Button icon={<FileUp aria-hidden size={16} />} onClick={() => setOpened({ importId: null })}>
              {words.action}
            </Button>
          </Allowed>
          <ActionMenu
            label={words.title}
            actions={[
              {
                label: words.action,
                call: { operation: importSql, parameters: { id, serviceId: database.id, confirm: name } },
              },
            ]}
          />
        </>
      }
    >
      <ListView list={list} empty={<p className="px-4 py-4 text-sm text-ink-soft">{words.empty}</p>}>
        {(items) => (
          <Table
            label={words.title}
            rows={items}
            columns={columnsWith(
              (serviceId) => services.find((service) => service.id === serviceId)?.name ?? serviceId,
              (importId) => setOpened({ importId }),
            )}
            keyOf={(each) => each.id}
          />
        )}
      </ListView>
      {opened?.importId === null && <ImportDialog onClose={close} />}
      {opened !== null && opened.importId !== null && <FollowImportDialog importId={opened.importId} onClose={close} />}
    </Card>
  )
}

function columnsWith(
  nameOf: (serviceId: string) => string,
  show: (importId: string) => void,
): readonly Column<Import>[] {
  return [
    {
      title: restores.columns.what,
      cell: ({ serviceId, file }) => (
        <div className="min-w-28">
          <p className="font-medium">{nameOf(serviceId)}</p>
          <p className="text-xs text-ink-soft">{words.fileOf(formatBytes(file.sizeBytes))}</p>
        </div>
      ),
    },
    { title: restores.columns.state, cell: (run) => <RunStatus run={run} /> },
    { title: restores.columns.when, isMinor: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      title: restores.columns.actions,
      isTitleHidden: true,
      className: 'py-1! text-right',
      cell: (run) => <Button onClick={() => show(run.id)}>{restores.show}</Button>,
    },
  ]
}
