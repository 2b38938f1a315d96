/** Live stages of a connection test, and the host key to compare. */
import type { ConnectionTestStage } from '@longshore/sdk'
import { Check } from 'lucide-react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock, CopyIcon } from '../../ui/copy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { type Stage, StageList } from '../../ui/stage-list.tsx'
import { Status } from '../../ui/status.tsx'
import { type StageName, stageNames, type TestState, type Verdict, verdictOf } from './test-stages.ts'

const words = text.connectionTest
const compareCommand = 'ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub'

export interface ConnectionTestViewProps {
  state: TestState
  /** The fingerprint that will be pinned. */
  expected?: string | undefined
  onExpect?: (fingerprint: string) => void
}

export function ConnectionTestView({ state, expected, onExpect }: ConnectionTestViewProps) {
  const fingerprint = state.result?.fingerprint ?? null
  return (
    <div className="flex flex-col gap-4">
      <div role="status" aria-live="polite">
        <VerdictLine state={state} />
      </div>
      <StageList stages={stageNames.map((name) => toStage(state, name))} />
      <ProblemCard error={state.error} />
      {fingerprint !== null && (
        <FingerprintCard fingerprint={fingerprint} isExpected={expected === fingerprint} onExpect={onExpect} />
      )}
    </div>
  )
}

function toStage(state: TestState, name: (typeof stageNames)[number]): Stage {
  const stage = state.stages.get(name)
  const status = stage?.status ?? 'waiting'
  return {
    key: name,
    name: words.stages[name],
    state: status,
    word: words.states[status],
    durationMs: stage?.durationMs ?? null,
    detail: status === 'skipped' ? null : (stage?.detail ?? null),
    hint: hintOf(name, stage),
    code: status === 'failed' || status === 'warning' ? (stage?.code ?? null) : null,
  }
}

/** The server's hints name API fields. The dashboard has a card and a key field instead. */
function hintOf(name: StageName, stage: ConnectionTestStage | undefined): string | null {
  if (stage === undefined) return null
  if (stage.status === 'skipped') return null
  return name === 'host_key' && stage.status === 'warning'
    ? words.compareBelow
    : (hintFor({ code: stage.code ?? '', hint: stage.hint }) ?? null)
}

function VerdictLine({ state }: { state: TestState }) {
  const verdict: Verdict = verdictOf(state)
  const { failures = [], warnings = [] } = state.result ?? {}
  if (verdict === 'failed') return <Notice tone="bad" title={words.failed(failures.length)} />
  if (verdict === 'warnings') return <Notice tone="warn" title={words.withWarnings(warnings.length)} />
  if (verdict === 'partial') return <Notice tone="info" title={words.goodSoFar} />
  return verdict === 'good' ? <Notice tone="good" title={words.allGood} /> : null
}

interface FingerprintProps {
  fingerprint: string
  isExpected: boolean
  onExpect: ((fingerprint: string) => void) | undefined
}

function FingerprintCard({ fingerprint, isExpected, onExpect }: FingerprintProps) {
  return (
    <div className="rounded-lg border border-line bg-canvas p-3.5 text-sm">
      <p className="font-medium">{words.fingerprint}</p>
      <p className="mt-1.5 flex items-center gap-1">
        <code className="min-w-0 break-all">{fingerprint}</code>
        <CopyIcon value={fingerprint} label={text.common.copy} />
      </p>
      <p className="mt-1.5 mb-1.5 text-ink-soft">{words.fingerprintNote}</p>
      <CodeBlock label={words.fingerprintNote}>{compareCommand}</CodeBlock>
      {onExpect !== undefined && (
        <div className="mt-3">
          {isExpected ? (
            <Status tone="good">{words.expected}</Status>
          ) : (
            <Button icon={<Check aria-hidden size={15} />} onClick={() => onExpect(fingerprint)}>
              {words.matches}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
