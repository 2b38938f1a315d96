import type { Deployment } from '@longshore/sdk'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { StreamState } from '../../api/streams.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { copyText } from '../../ui/copy.tsx'
import { saveText } from '../../ui/save-file.ts'
import { Status } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { isFinished } from '../environments/environment-status.ts'
import type { LogLine, LogStore } from '../logs/log-store.ts'
import { LogViewer } from '../logs/log-viewer.tsx'
import { toPlainText } from '../logs/parse-line.ts'
import { streamTones } from '../logs/stream-tones.ts'

export function DeploymentLog({
  deployment,
  log,
  state,
}: {
  deployment: Deployment
  log: LogStore
  state: StreamState
}) {
  const navigate = useNavigate()
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const number = /^L(\d{1,7})$/.exec(hash)?.[1]
  const findTarget = useCallback((lines: readonly LogLine[]) => indexOf(lines, number), [number])
  const words = text.deployments
  const isOver = isFinished(deployment)
  const link = async (line: number) => {
    await navigate({ to: '.', hash: `L${line}`, replace: true, resetScroll: false, hashScrollIntoView: false })
    if (await copyText(globalThis.location.href)) toast(text.logs.linkCopied(line))
  }
  const download = () => {
    const lines = log.lines.map((line) => `${line.at} ${line.group} ${toPlainText(line.text)}\n`)
    saveText(`deployment-${deployment.number}.log`, lines)
  }
  return (
    <Card
      isFlush
      title={words.logTitle}
      actions={!isOver && <Status tone={streamTones[state]}>{text.logs.connection[state]}</Status>}
    >
      <LogViewer
        store={log}
        label={words.logTitle}
        empty={words.logEmpty}
        groupTitle={(step) => words.steps[step] ?? step}
        findTarget={number === undefined ? undefined : findTarget}
        onLink={(_, line) => void link(line)}
        followsFirst={!isOver || deployment.status === 'failed'}
        onDownload={download}
      />
    </Card>
  )
}

function indexOf({ length }: readonly LogLine[], number: string | undefined): number {
  const index = Number(number) - 1
  return index < length ? index : -1
}
