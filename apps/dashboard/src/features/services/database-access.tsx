/** Database access: credentials on request, and an SSH tunnel. */
import type { Service } from '@longshore/sdk'
import { rotateServiceCredentials } from '@longshore/sdk/operations'
import type { DatabaseCredentials } from '@longshore/sdk/reveal'
import { Eye, EyeOff, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CodeBlock, CopyIcon } from '../../ui/copy.tsx'
import { copyAsCurl } from '../../ui/copy-as-curl.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { toast } from '../../ui/toasts.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'
import { useEnvironment } from '../environments/environment-context.ts'

/** Hides the password after a while, because others may see the screen. */
const shownMs = 60_000

export function DatabaseAccess({ service }: { service: Service }) {
  const { id } = useEnvironment()
  const words = text.services.database
  const path = { id, serviceId: service.id }
  const { credentials, reveal, hide, isBusy, error } = useCredentials(path)
  const [isRotating, setRotating] = useState(false)
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{words.title}</h3>
        <div className="flex gap-1">
          {credentials === null ? (
            <Button icon={<Eye aria-hidden size={15} />} isBusy={isBusy} onClick={() => void reveal()}>
              {words.reveal}
            </Button>
          ) : (
            <Button icon={<EyeOff aria-hidden size={15} />} onClick={hide}>
              {words.hide}
            </Button>
          )}
          <MoreMenu
            label={service.name}
            items={[
              { label: words.rotate, icon: <KeyRound aria-hidden size={15} />, onSelect: () => setRotating(true) },
              copyAsCurl(rotateServiceCredentials, path),
            ]}
          />
        </div>
      </div>
      <ProblemCard error={error} />
      {credentials !== null && <CredentialFacts credentials={credentials} />}
      <div>
        <p className="mb-1.5 text-xs text-ink-soft">{service.tunnel === null ? words.noTunnel : words.tunnelNote}</p>
        {service.tunnel !== null && <CodeBlock label={words.tunnel}>{service.tunnel}</CodeBlock>}
      </div>
      <RotateDialog service={service} isOpen={isRotating} onClose={() => setRotating(false)} />
    </div>
  )
}

function useCredentials(path: { id: string; serviceId: string }) {
  const [credentials, setCredentials] = useState<DatabaseCredentials | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (credentials === null) return
    const timer = setTimeout(() => setCredentials(null), shownMs)
    return () => clearTimeout(timer)
  }, [credentials])
  const reveal = async () => {
    setBusy(true)
    setError(null)
    try {
      const { readCredentials } = await import('@longshore/sdk/reveal')
      const ask = () => readCredentials(client, path, { organization: currentOrganization() })
      setCredentials(await withRecentSignIn(ask))
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return { credentials, reveal, hide: () => setCredentials(null), isBusy, error }
}

function CredentialFacts({ credentials }: { credentials: DatabaseCredentials }) {
  const words = text.services.database
  const rows = [
    [words.user, credentials.username],
    [words.name, credentials.databaseName],
    [words.password, credentials.password],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1">
      {rows.map(([name, value]) => (
        <div key={name} className="col-span-3 grid grid-cols-subgrid items-center">
          <dt className="text-xs text-ink-soft">{name}</dt>
          <dd className="min-w-0">
            <code className="break-all">{value}</code>
          </dd>
          <dd>
            <CopyIcon value={value} label={`${text.common.copy}: ${name}`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RotateDialog({ service, isOpen, onClose }: { service: Service; isOpen: boolean; onClose(): void }) {
  const { id } = useEnvironment()
  const words = text.services.database
  const rotate = useAction(rotateServiceCredentials, {
    onDone() {
      toast(words.rotated)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={words.rotateTitle(service.name)}
      action={words.rotate}
      isOpen={isOpen}
      isBusy={rotate.isBusy}
      error={rotate.error}
      onConfirm={() => void rotate.run({ id, serviceId: service.id })}
      onClose={onClose}
    >
      {words.rotateNote}
    </ConfirmDialog>
  )
}
