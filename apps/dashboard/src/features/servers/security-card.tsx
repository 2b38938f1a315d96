import type { Server, ServerSecurity } from '@longshore/sdk'
import { getServerSecurity, hardenServer, listHardeningRuns, revertHardening } from '@longshore/sdk/operations'
import { Eye, RefreshCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { updateCache, useList, useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { HardenDialog } from './harden-dialog.tsx'
import { HardeningRuns } from './hardening-runs.tsx'
import { SecurityChecks } from './security-checks.tsx'
import { SecurityScore } from './security-score.tsx'
import { UndoHardeningDialog } from './undo-hardening-dialog.tsx'

const words = text.security

export function SecurityCard({ server }: { server: Server }) {
  const { id } = server
  const security = useRead(getServerSecurity, { id })
  const scan = useAction(getServerSecurity, { onDone: (answer) => updateCache(getServerSecurity, { id }, answer) })
  const runs = useList(listHardeningRuns, { id, limit: 10 })
  const [dialog, setDialog] = useState<'harden' | 'undo' | null>(null)
  const isInForce = runs.items.some(
    (run) => run.kind === 'harden' && run.status === 'confirmed' && run.revertedAt === null,
  )
  const isReady = server.status === 'ready' || server.status === 'degraded'
  const actions = (
    <>
      <Allowed to={hardenServer}>
        <Button icon={<Eye aria-hidden size={16} />} disabled={!isReady} onClick={() => setDialog('harden')}>
          {words.preview}
        </Button>
      </Allowed>
      <ActionMenu
        actions={[
          {
            label: words.scan,
            icon: <RefreshCw aria-hidden size={15} />,
            isDisabled: !isReady || scan.isBusy,
            onSelect: () => void scan.run({ id, refresh: true }),
            call: { operation: getServerSecurity, parameters: { id, refresh: true } },
          },
          {
            label: words.undo,
            icon: <Undo2 aria-hidden size={15} />,
            isDisabled: !isInForce,
            onSelect: () => setDialog('undo'),
            call: { operation: revertHardening, parameters: { id, body: {} } },
          },
          {
            label: words.preview,
            icon: <Eye aria-hidden size={15} />,
            isDisabled: !isReady,
            onSelect: () => setDialog('harden'),
            call: { operation: hardenServer, parameters: { id, body: { dryRun: true } } },
          },
        ]}
      />
    </>
  )
  return (
    <Card title={words.title} actions={actions}>
      <ProblemCard error={scan.error} />
      <QueryView query={security}>{(data) => <SecurityView security={data} />}</QueryView>
      {runs.items.length > 0 && (
        <div className="mt-4">
          <Disclosure title={words.runs}>
            <HardeningRuns serverId={id} runs={runs.items} />
          </Disclosure>
        </div>
      )}
      {dialog === 'harden' && (
        <HardenDialog serverId={id} checks={security.data?.checks ?? []} onClose={() => setDialog(null)} />
      )}
      {dialog === 'undo' && <UndoHardeningDialog serverId={id} onClose={() => setDialog(null)} />}
    </Card>
  )
}

function SecurityView({ security }: { security: ServerSecurity }) {
  const failed = security.state === 'failed' ? security.scan?.error : null
  return (
    <div className="flex flex-col gap-4">
      <SecurityScore security={security} />
      {failed !== null && failed !== undefined && (
        <Notice tone="bad" title={failed.message}>
          {hintFor(failed)}
        </Notice>
      )}
      {security.checks.length > 0 && <SecurityChecks checks={security.checks} drifted={security.drifted} />}
    </div>
  )
}
