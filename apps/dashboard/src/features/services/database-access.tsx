/** Database access: credentials on request, and an SSH tunnel. */
import type { Service } from '@longshore/sdk'
import { rotateServiceCredentials } from '@longshore/sdk/operations'
import type { DatabaseCredentials } from '@longshore/sdk/reveal'
import { Eye, EyeOff, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CodeBlock, CopyIcon } from '../../ui/copy.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { useCredentials } from './use-credentials.ts'

export function DatabaseAccess({ service }: { service: Service }) {
  const { id } = useEnvironment()
  const words = text.services.database
  const path = { id, serviceId: service.id }
  const { revealed: credentials, reveal, hide, isBusy, error } = useCredentials(path)
  const [isRotating, setRotating] = useState(false)
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{words.title}</h3>
        <div className="flex gap-1">
          {credentials === null ? (
            <Allowed to="secrets:reveal" hasReason>
              <Button icon={<Eye aria-hidden size={15} />} isBusy={isBusy} onClick={() => void reveal()}>
                {words.reveal}
              </Button>
            </Allowed>
          ) : (
            <Button icon={<EyeOff aria-hidden size={15} />} onClick={hide}>
              {words.hide}
            </Button>
          )}
          <ActionMenu
            label={service.name}
            actions={[
              {
                label: words.rotate,
                icon: <KeyRound aria-hidden size={15} />,
                onSelect: () => setRotating(true),
                call: { operation: rotateServiceCredentials, parameters: path },
              },
            ]}
          />
        </div>
      </div>
      <ProblemCard error={error} />
      {credentials !== null && <CredentialFacts credentials={credentials} />}
      <Tunnel service={service} credentials={credentials} />
      <RotateDialog service={service} isOpen={isRotating} onClose={() => setRotating(false)} />
    </div>
  )
}

function CredentialFacts({ credentials }: { credentials: DatabaseCredentials }) {
  const words = text.services.database
  const { host, port, username, databaseName, password, url } = credentials
  const rows = [
    [words.url, url],
    [words.host, host],
    [words.port, String(port)],
    [words.name, databaseName],
    [words.user, username],
    [words.password, password],
  ] as const
  return (
    <>
      <p className="text-xs text-ink-soft">{words.insideNote}</p>
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
    </>
  )
}

/** How to connect from outside of the environment's network. */
function Tunnel({ service, credentials }: { service: Service; credentials: DatabaseCredentials | null }) {
  const words = text.services.database
  const tunnelUrl = credentials?.tunnelUrl ?? null
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-xs text-ink-soft">{service.tunnel === null ? words.noTunnel : words.tunnelNote}</p>
      {service.tunnel !== null && <CodeBlock label={words.tunnel}>{service.tunnel}</CodeBlock>}
      {service.tunnel !== null && tunnelUrl !== null && (
        <>
          <p className="mt-1 text-xs text-ink-soft">{words.tunnelUrlNote}</p>
          <CodeBlock label={words.tunnelUrl}>{tunnelUrl}</CodeBlock>
        </>
      )}
    </div>
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
