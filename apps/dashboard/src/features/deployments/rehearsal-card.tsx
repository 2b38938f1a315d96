/** Shows what the release command did to a copy of the databases, and what the rules object to. */
import type { Deployment, DeploymentStep, Rehearsal } from '@longshore/sdk'
import { getRehearsal } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatBytes, formatDuration } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

type Copy = Rehearsal['databases'][number]

/** The step is skipped in environments without rehearsals, so nothing is read there. */
export function RehearsalCard({ deployment, steps }: { deployment: Deployment; steps: readonly DeploymentStep[] }) {
  const isOver = steps.some(
    ({ name, status }) => name === 'rehearse' && (status === 'succeeded' || status === 'failed'),
  )
  const path = { id: deployment.environmentId, did: deployment.id }
  const { data } = useRead(getRehearsal, path, { enabled: isOver })
  return data === undefined ? null : <RehearsalReport rehearsal={data} />
}

function RehearsalReport({ rehearsal }: { rehearsal: Rehearsal }) {
  const { status, skipped, findings, commands, databases, checkpoints, durationMs } = rehearsal
  const words = text.deployments.rehearsal
  const ranMs = commands.reduce((sum, command) => sum + command.durationMs, 0)
  return (
    <Card title={words.title} note={words.note}>
      <div className="flex flex-col gap-4">
        {skipped !== null && (
          <Note tone="info" title={words.skipped}>
            <p>{skipped.detail}</p>
          </Note>
        )}
        {skipped === null && findings.length === 0 && <Note tone="good" title={words.passed} />}
        {findings.length > 0 && (
          <Note tone={status === 'stopped' ? 'bad' : 'warn'} title={words.found(findings.length, status === 'stopped')}>
            <ul className="list-disc pl-5">
              {findings.map(({ rule, detail }) => (
                <li key={`${rule} ${detail}`} className="break-words">
                  {detail}
                </li>
              ))}
            </ul>
          </Note>
        )}
        {skipped === null && (
          <Facts
            facts={[
              { name: words.command, value: formatDuration(ranMs) },
              { name: words.total, value: formatDuration(durationMs) },
            ]}
          />
        )}
        {databases.map((copy) => (
          <CopyFacts key={copy.service} copy={copy} />
        ))}
        {commands.map(({ service, output }) => (
          <Disclosure key={service} title={words.output(service)}>
            <CodeBlock label={words.output(service)}>{output}</CodeBlock>
          </Disclosure>
        ))}
        {checkpoints.map(({ service, at }) => (
          <p key={service} className="text-sm text-ink-soft">
            {words.checkpoint(service)} <RelativeTime at={at} />
          </p>
        ))}
      </div>
    </Card>
  )
}

function CopyFacts({ copy }: { copy: Copy }) {
  const words = text.deployments.rehearsal
  const [longest] = copy.locks
  const { queries } = copy
  return (
    <section aria-label={copy.service} className="flex flex-col gap-3 border-t border-line pt-3">
      <h3 className="text-sm font-semibold">{copy.service}</h3>
      <Facts
        facts={[
          { name: words.backup, value: <RelativeTime at={copy.backupAt} /> },
          { name: words.restored, value: `${formatBytes(copy.restoredBytes)} · ${formatDuration(copy.restoreMs)}` },
          { name: words.disk, value: formatBytes(copy.diskGrowthBytes) },
          {
            name: words.lock,
            value: longest === undefined ? words.none : `${longest.relation} · ${formatDuration(longest.heldMs)}`,
          },
          {
            name: words.queries,
            value: queries.offered ? words.replayed(queries.replayed, queries.failing.length) : words.notOffered,
          },
        ]}
      />
      {copy.schema.length + copy.rows.length > 0 && (
        <Disclosure title={words.changes(copy.schema.length, copy.rows.length)}>
          <ul className="flex flex-col gap-1 text-sm">
            {copy.schema.map(({ action, kind, name, detail }) => (
              <li key={`${kind} ${name}`} className="break-words">
                {words.change(action, kind, name)}
                {detail !== null && <span className="text-ink-soft">{` (${detail})`}</span>}
              </li>
            ))}
            {copy.rows.map(({ table, before, after }) => (
              <li key={`rows ${table}`} className="break-words">
                {words.rows(table, before, after)}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}
