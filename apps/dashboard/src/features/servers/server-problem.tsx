/** A problem of a server, with a button for each remedy that Longshore can apply. */

import type { Server } from '@longshore/sdk'
import { updateServer } from '@longshore/sdk/operations'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import type { OpenDialog } from './server-dialogs.tsx'

const words = text.serverPage
const remedies: Readonly<Record<string, { dialog: OpenDialog; label: string }>> = {
  docker_missing: { dialog: 'docker', label: words.installDocker },
  disk_low: { dialog: 'cleanup', label: words.cleanUp },
  disk_full: { dialog: 'cleanup', label: words.cleanUp },
}
/** Problems that another card explains. */
const shownElsewhere = new Set(['key_not_installed'])

export function ServerProblemCard({ server, onOpen }: { server: Server; onOpen(dialog: OpenDialog): void }) {
  const { problem, status } = server
  if (problem === null || shownElsewhere.has(problem.code)) return null
  const remedy = remedies[problem.code] ?? { dialog: 'test' as const, label: words.test }
  const isGrave = status === 'unreachable' || status === 'host_key_changed'
  return (
    <Notice tone={isGrave ? 'bad' : 'warn'} title={problem.title}>
      <p>{problem.detail}</p>
      <p className="mt-0.5 text-ink-soft">{hintFor(problem)}</p>
      {status !== 'host_key_changed' && (
        <div className="mt-2.5">
          <Allowed to={updateServer} hasReason>
            <Button onClick={() => onOpen(remedy.dialog)}>{remedy.label}</Button>
          </Allowed>
        </div>
      )}
    </Notice>
  )
}
