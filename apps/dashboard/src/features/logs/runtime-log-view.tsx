import { downloadRuntimeLog } from '@longshore/sdk/operations'
import { type ReactNode, useCallback, useState } from 'react'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { copyText } from '../../ui/copy.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Status } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { anchorOf, anchorTime, findAnchor } from './line-anchor.ts'
import type { LogLine } from './log-store.ts'
import { LogViewer } from './log-viewer.tsx'
import { streamTones } from './stream-tones.ts'
import { type RuntimeLogFilter, useRuntimeLog } from './use-runtime-log.ts'

export interface RuntimeLogViewProps {
  filter: RuntimeLogFilter
  /** The line of the URL. The range of the filter ends with it. */
  anchor?: string | undefined
  /** Returns to the end of the log. */
  onLive(): void
  emptySince: string
  onSearchKept(query: string): void
  tools: ReactNode
}

export function RuntimeLogView({ filter, anchor, onLive, emptySince, onSearchKept, tools }: RuntimeLogViewProps) {
  const log = useRuntimeLog(filter, emptySince, anchor !== undefined)
  const [query, setQuery] = useState('')
  const { download, downloadError } = useDownload(filter)
  const words = text.logs
  const isFound = filter.q !== undefined
  const findTarget = useCallback((lines: readonly LogLine[]) => findAnchor(lines, anchor ?? ''), [anchor])
  const error = log.error ?? downloadError
  return (
    <Card
      isFlush
      title={words.title}
      note={noteOf(filter, anchor)}
      actions={
        <>
          {isFound && <Button onClick={() => onSearchKept('')}>{words.backToAll}</Button>}
          {!isFound && query !== '' && <Button onClick={() => onSearchKept(query)}>{words.searchKept}</Button>}
          {filter.until !== undefined && <Button onClick={onLive}>{words.live}</Button>}
          <Status tone={log.isPast ? 'idle' : streamTones[log.state]}>
            {log.isPast ? words.past : words.connection[log.state]}
          </Status>
        </>
      }
    >
      {error !== null && (
        <div className="p-3">
          <ProblemCard error={error} />
        </div>
      )}
      <LogViewer
        store={log.store}
        label={words.title}
        empty={log.isLoading ? text.common.loading : emptyText(filter, anchor)}
        isTimed
        height="fill"
        findTarget={anchor === undefined ? undefined : findTarget}
        onLink={(line) => void copyLink(filter, line)}
        followsFirst
        onDownload={() => void download()}
        onQuery={setQuery}
        tools={tools}
        before={log.hasOlder && <MoreLines label={words.older} isBusy={log.isLoading} onClick={log.loadOlder} />}
        after={log.hasNewer && <MoreLines label={words.newer} isBusy={log.isLoading} onClick={log.loadNewer} />}
      />
    </Card>
  )
}

function MoreLines({ label, isBusy, onClick }: { label: string; isBusy: boolean; onClick(): void }) {
  return (
    <div className="sticky left-0 flex justify-center p-2 font-sans">
      <Button isBusy={isBusy} onClick={onClick}>
        {label}
      </Button>
    </div>
  )
}

function useDownload(filter: RuntimeLogFilter) {
  const [downloadError, setDownloadError] = useState<unknown>(null)
  const download = async () => {
    setDownloadError(null)
    try {
      const answer = await client.download(downloadRuntimeLog, filter, { organization: currentOrganization() })
      saveFile('runtime.log', await answer.blob())
    } catch (failure) {
      setDownloadError(failure)
    }
  }
  return { download, downloadError }
}

/** The Logs page, from wherever the log is shown. */
async function copyLink({ id, service }: RuntimeLogFilter, line: LogLine): Promise<void> {
  const url = new URL(paths.logs(id), globalThis.location.origin)
  if (service !== undefined) url.searchParams.set('service', service)
  url.searchParams.set('line', anchorOf(line))
  if (await copyText(url.href)) toast(text.logs.timedLinkCopied)
}

const dayAndClock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

function noteOf({ q }: RuntimeLogFilter, anchor: string | undefined): string | undefined {
  if (q !== undefined) return text.logs.searchKeptNote(q)
  const time = anchor === undefined ? undefined : anchorTime(anchor)
  return time === undefined ? undefined : text.logs.aroundTime(dayAndClock.format(new Date(time)))
}

function emptyText({ service, since, q }: RuntimeLogFilter, anchor: string | undefined): string {
  if (anchor !== undefined) return text.logs.lineGone
  const isFiltered = service !== undefined || since !== undefined || q !== undefined
  return isFiltered ? text.logs.emptyFilter : text.logs.empty
}
