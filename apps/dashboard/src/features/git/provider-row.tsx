import type { GitProvider } from '@longshore/sdk'
import { checkGitProvider, deleteGitProvider, listGitProviders, saveGitToken } from '@longshore/sdk/operations'
import { ExternalLink, KeyRound, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { TechIcon } from '../../ui/tech/tech-icon.tsx'
import { toast } from '../../ui/toasts.tsx'
import { RemoveProviderDialog } from './remove-provider-dialog.tsx'

const words = text.git

export function ProviderRow({ provider, onRenew }: { provider: GitProvider; onRenew(): void }) {
  const { id, kind, auth, accountLogin, baseUrl, status, problem, installUrl } = provider
  const [isRemoving, setRemoving] = useState(false)
  const check = useAction(checkGitProvider, {
    refreshes: [listGitProviders],
    onDone: (answer) => {
      if (answer.status === 'connected') toast(words.checkedGood)
    },
  })
  const runCheck = async () => {
    const failure = await check.must({ id }).then(
      () => null,
      (error: Error) => error,
    )
    if (failure !== null) toast(failure.message, { tone: 'bad' })
  }
  return (
    <li className="flex flex-col gap-2.5 px-4 py-3.5">
      <div className="flex items-start gap-3">
        <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-md border border-line bg-canvas">
          <TechIcon tech={kind} size={19} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words">{accountLogin}</p>
          <p className="text-xs break-all text-ink-soft">{`${words.kinds[kind]} · ${words.auths[auth]} · ${baseUrl}`}</p>
        </div>
        <Status tone={status === 'connected' ? 'good' : 'bad'}>{words.states[status]}</Status>
        <ActionMenu
          label={`${text.common.moreActions}: ${accountLogin}`}
          actions={[
            {
              label: words.check,
              icon: <RefreshCw aria-hidden size={15} />,
              isDisabled: check.isBusy,
              onSelect: () => void runCheck(),
              call: { operation: checkGitProvider, parameters: { id } },
            },
            ...(auth === 'token'
              ? [
                  {
                    label: words.renew,
                    icon: <KeyRound aria-hidden size={15} />,
                    onSelect: onRenew,
                    needs: saveGitToken,
                  },
                ]
              : []),
            {
              label: words.remove,
              icon: <Trash2 aria-hidden size={15} />,
              isDanger: true,
              onSelect: () => setRemoving(true),
              call: { operation: deleteGitProvider, parameters: { id } },
            },
          ]}
        />
      </div>
      <Scopes provider={provider} />
      {problem !== null && (
        <Notice tone="bad" title={problem.title}>
          <p>{problem.detail}</p>
          <p className="text-ink-soft">{hintFor(problem)}</p>
        </Notice>
      )}
      {installUrl !== null && (
        <a href={installUrl} className="inline-flex items-center gap-1.5 text-sm text-accent underline">
          {words.install}
          <ExternalLink aria-hidden size={14} />
        </a>
      )}
      {isRemoving && <RemoveProviderDialog provider={provider} onClose={() => setRemoving(false)} />}
    </li>
  )
}

function Scopes({ provider: { kind, scopes, missingScopes, lastCheckedAt } }: { provider: GitProvider }) {
  // Gitea doesn't report the permissions of a token. Longshore tests reading, and can't test writing without a change.
  const isReported = kind !== 'gitea'
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs">
      {scopes.length > 0 && (
        <div className="flex min-w-0 gap-1.5">
          <dt className="text-ink-soft">{isReported ? words.scopes : words.testedScopes}</dt>
          <dd className="min-w-0 font-mono break-words">{scopes.join(', ')}</dd>
        </div>
      )}
      {missingScopes.length > 0 && (
        <div className="flex min-w-0 gap-1.5">
          <dt className="text-warn">{words.missing}</dt>
          <dd className="min-w-0 font-mono break-words">{missingScopes.join(', ')}</dd>
        </div>
      )}
      {!isReported && missingScopes.length === 0 && (
        <div className="flex min-w-0 gap-1.5">
          <dt className="text-ink-soft">{words.untestedScopes}</dt>
          <dd className="min-w-0">
            <code>{'write:repository'}</code> {words.untestedNote}
          </dd>
        </div>
      )}
      <div className="flex gap-1.5">
        <dt className="text-ink-soft">{words.checked}</dt>
        <dd>
          <RelativeTime at={lastCheckedAt} />
        </dd>
      </div>
    </dl>
  )
}
