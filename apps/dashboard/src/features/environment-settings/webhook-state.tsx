import type { AutoDeploy } from '@longshore/sdk'
import { getAutoDeploy, setAutoDeploy } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { updateCache } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Note } from '../../ui/note.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { Status, type Tone } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'

const tones: Record<AutoDeploy['webhook']['status'], Tone> = {
  pending: 'busy',
  registered: 'good',
  inactive: 'warn',
  manual: 'info',
  removing: 'busy',
  none: 'idle',
}

export function WebhookState({ auto }: { auto: AutoDeploy }) {
  const { webhook, environmentId: id, enabled } = auto
  const words = text.environmentSettings.auto
  const rotate = useAction(setAutoDeploy, {
    onDone(answer) {
      updateCache(getAutoDeploy, { id }, answer)
      toast(words.rotated)
    },
  })
  return (
    <section aria-label={words.webhook} className="flex min-w-0 flex-col gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-medium">{words.webhook}</h3>
        <Status tone={tones[webhook.status]}>{words.states[webhook.status]}</Status>
      </div>
      {webhook.problem !== null && (
        <Note tone="warn" title={webhook.problem.title}>
          <p>{webhook.problem.detail}</p>
          <p className="text-ink-soft">{hintFor(webhook.problem)}</p>
        </Note>
      )}
      {webhook.status !== 'none' && (
        <>
          {webhook.status === 'manual' && <p className="text-ink-soft">{words.manualNote}</p>}
          <CodeBlock label={words.url}>{webhook.url}</CodeBlock>
          {webhook.secret !== null && (
            <div>
              <p className="mb-1 text-xs text-ink-soft">{words.secret}</p>
              <CodeBlock label={words.secret}>{webhook.secret}</CodeBlock>
            </div>
          )}
          <ProblemCard error={rotate.error} />
          <div>
            <Allowed to={setAutoDeploy}>
              <Button
                isBusy={rotate.isBusy}
                onClick={() => void rotate.run({ id, body: { enabled, rotateSecret: true } })}
              >
                {words.rotate}
              </Button>
            </Allowed>
          </div>
        </>
      )}
    </section>
  )
}
