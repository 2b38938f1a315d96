import { downloadRuntimeLog } from '@longshore/sdk/operations'
import { type ReactNode, useState } from 'react'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Status } from '../../ui/status.tsx'
import { LogViewer } from './log-viewer.tsx'
import { streamTones } from './stream-tones.ts'
import { type RuntimeLogFilter, useRuntimeLog } from './use-runtime-log.ts'

export interface RuntimeLogViewProps {
  filter: RuntimeLogFilter
  emptySince: string
  onSearchKept(query: string): void
  tools: ReactNode
}

export function RuntimeLogView({ filter, emptySince, onSearchKept, tools }: RuntimeLogViewProps) {
  const { store, state, error, isLoading, hasOlder, loadOlder } = useRuntimeLog(filter, emptySince)
  const [query, setQuery] = useState('')
  const [downloadError, setDownloadError] = useState<unknown>(null)
  const words = text.logs
  const isFound = filter.q !== undefined
  const download = async () => {
    setDownloadError(null)
    try {
      const answer = await client.download(downloadRuntimeLog, filter, { organization: currentOrganization() })
      saveFile('runtime.log', await answer.blob())
    } catch (failure) {
      setDownloadError(failure)
    }
  }
  return (
    <Card
      isFlush
      title={words.title}
      note={isFound && filter.q !== undefined ? words.searchKeptNote(filter.q) : undefined}
      actions={
        <>
          {isFound && <Button onClick={() => onSearchKept('')}>{words.backToAll}</Button>}
          {!isFound && query !== '' && <Button onClick={() => onSearchKept(query)}>{words.searchKept}</Button>}
          {!isFound && <Status tone={streamTones[state]}>{words.connection[state]}</Status>}
        </>
      }
    >
      {(error !== null || downloadError !== null) && (
        <div className="p-3">
          <ProblemCard error={error ?? downloadError} />
        </div>
      )}
      <LogViewer
        store={store}
        label={words.title}
        empty={isLoading ? text.common.loading : emptyText(filter)}
        isTimed
        followsFirst
        onDownload={() => void download()}
        onQuery={setQuery}
        tools={tools}
        before={
          hasOlder && (
            <div className="sticky left-0 flex justify-center p-2 font-sans">
              <Button isBusy={isLoading} onClick={loadOlder}>
                {words.older}
              </Button>
            </div>
          )
        }
      />
    </Card>
  )
}

function emptyText({ service, since, q }: RuntimeLogFilter): string {
  const isFiltered = service !== undefined || since !== undefined || q !== undefined
  return isFiltered ? text.logs.emptyFilter : text.logs.empty
}
