import type { Domain } from '@longshore/sdk'
import { Radar } from 'lucide-react'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Status, type Tone } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type Answer = Domain['verification']['resolvers'][number]
const { resolvers: words, records } = text.domains

const tones: Record<Answer['outcome'], Tone> = {
  found: 'good',
  none: 'idle',
  nxdomain: 'warn',
  servfail: 'bad',
  refused: 'bad',
  timeout: 'bad',
  error: 'bad',
}

export function ResolverAnswers({ domain }: { domain: Domain }) {
  const answers = domain.verification.resolvers
  return (
    <Card isFlush title={words.title}>
      {answers.length === 0 ? (
        <EmptyState icon={Radar} title={words.empty} note={words.emptyNote} />
      ) : (
        <Table
          label={words.title}
          rows={answers}
          columns={columns}
          keyOf={({ resolver, type }) => `${resolver} ${type}`}
        />
      )}
    </Card>
  )
}

const columns: readonly Column<Answer>[] = [
  {
    title: words.resolver,
    cell: ({ resolver, kind }) => (
      <>
        <code className="break-all">{resolver}</code>
        <span className="block text-xs text-ink-soft">{words.kind[kind]}</span>
      </>
    ),
  },
  { title: records.type, cell: ({ type }) => type },
  { title: words.answer, cell: ({ outcome }) => <Status tone={tones[outcome]}>{words.outcomes[outcome]}</Status> },
  {
    title: records.found,
    cell: ({ found }) =>
      found.length === 0 ? (
        <span className="text-ink-soft">{records.nothing}</span>
      ) : (
        <code className="break-all">{found.join(', ')}</code>
      ),
  },
  { title: words.time, isNumber: true, isMinor: true, cell: ({ durationMs }) => formatDuration(durationMs) },
]
