import type { HardeningRun } from '@longshore/sdk'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { HardeningRunView, RunStatus } from './hardening-run-view.tsx'

const words = text.security

export function HardeningRuns({ serverId, runs }: { serverId: string; runs: readonly HardeningRun[] }) {
  const [shown, setShown] = useState<HardeningRun | null>(null)
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {runs.map((run) => (
          <li key={run.id} className="flex items-center gap-3 px-3 py-2 text-sm">
            <div className="min-w-0 flex-1">
              <p className="font-medium">{words.kinds[run.kind]}</p>
              <p className="text-xs text-ink-soft">
                <RelativeTime at={run.createdAt} />
              </p>
            </div>
            <RunStatus run={run} />
            <Button kind="quiet" onClick={() => setShown(run)}>
              {text.serverTasks.show}
            </Button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Dialog title={words.kinds[shown.kind]} isOpen onClose={() => setShown(null)} isWide>
          <HardeningRunView serverId={serverId} runId={shown.id} />
        </Dialog>
      )}
    </>
  )
}
