import type { EnvironmentSummary, Preview, Project } from '@longshore/sdk'
import { getPreviewSettings, listPreviews, updatePreviewSettings } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { GitPullRequest, Settings } from 'lucide-react'
import { useState } from 'react'
import { useList, useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { PreviewSettingsDialog } from './preview-settings-dialog.tsx'

const words = text.projects.previews
const tones: Record<Preview['status'], Tone> = {
  waiting: 'busy',
  open: 'good',
  refused: 'warn',
  expired: 'paused',
  closed: 'idle',
}

export interface PreviewsCardProps {
  project: Project
  environments: readonly EnvironmentSummary[]
}

export function PreviewsCard({ project, environments }: PreviewsCardProps) {
  const { id } = project
  const isPossible = typeof project.repository?.providerId === 'string' && environments.length > 0
  const settings = useRead(getPreviewSettings, { id }, { enabled: isPossible })
  const previews = useList(listPreviews, { id, limit: 10 }, { enabled: isPossible })
  const [isOpen, setOpen] = useState(false)
  if (!isPossible)
    return (
      <Card title={words.title} note={words.note}>
        <Notice tone="info">{environments.length === 0 ? words.needsEnvironment : words.needsAccount}</Notice>
      </Card>
    )
  const { data } = settings
  return (
    <Card
      isFlush
      title={words.title}
      note={data?.enabled === true ? words.open(data.openCount, data.maxOpen) : words.note}
      actions={
        <>
          {data !== undefined && (
            <Status tone={data.enabled ? 'good' : 'idle'}>{data.enabled ? words.on : words.off}</Status>
          )}
          <ActionMenu
            label={words.configure}
            actions={[
              {
                label: words.configure,
                icon: <Settings aria-hidden size={15} />,
                isDisabled: data === undefined,
                onSelect: () => setOpen(true),
                call: { operation: updatePreviewSettings, parameters: { id, body: { enabled: true } } },
              },
            ]}
          />
        </>
      }
    >
      {(settings.error !== null || data?.problem) && (
        <div className="p-4">
          <ProblemCard error={settings.error} />
          {data?.problem && <Notice tone="warn">{data.problem.detail}</Notice>}
        </div>
      )}
      <ListView list={previews} empty={<EmptyState icon={GitPullRequest} {...words.empty} />}>
        {(items) => (
          <ul className="divide-y divide-line">
            {items.map((preview) => (
              <PreviewRow key={preview.id} preview={preview} />
            ))}
          </ul>
        )}
      </ListView>
      {isOpen && data !== undefined && (
        <PreviewSettingsDialog settings={data} environments={environments} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}

function PreviewRow({ preview }: { preview: Preview }) {
  const { number, title, url, status, reason, environmentId, previewUrl, expiresAt, seed } = preview
  const name = `${words.pullRequest(number)} ${title}`
  return (
    <li className="px-4 py-3 text-sm">
      <div className="flex items-start justify-between gap-3">
        {url !== null && /^https?:\/\//.test(url) ? (
          <a href={url} target="_blank" rel="noreferrer" className="min-w-0 font-medium break-words hover:underline">
            {name}
          </a>
        ) : (
          <span className="min-w-0 font-medium break-words">{name}</span>
        )}
        <Status tone={tones[status]}>{words.states[status]}</Status>
      </div>
      {reason !== null && <p className="mt-0.5 text-xs text-ink-soft">{reason.detail}</p>}
      {seed.status === 'failed' && <p className="mt-0.5 text-xs text-bad">{words.seedFailed}</p>}
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {environmentId !== null && (
          <Link to={paths.environment(environmentId)} className="underline">
            {words.environment}
          </Link>
        )}
        {previewUrl !== null && (
          <a href={previewUrl} target="_blank" rel="noreferrer" className="break-all underline">
            {words.visit}
          </a>
        )}
        {expiresAt !== null && status === 'open' && (
          <span className="text-ink-soft">
            {words.goes} <RelativeTime at={expiresAt} />
          </span>
        )}
      </p>
    </li>
  )
}
