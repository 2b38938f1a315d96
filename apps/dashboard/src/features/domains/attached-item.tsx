import type { AttachedDomain, Domain, Environment } from '@longshore/sdk'
import { attachDomain, detachDomain, getEnvironment, listDomains } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Settings2, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Status } from '../../ui/status.tsx'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'
import { emptyValues, toAttachBody, valuesOf } from './attach-values.ts'
import { attachedState } from './attached-state.ts'
import { detachedIds } from './detached-ids.ts'
import { DomainSettings } from './domain-settings.tsx'
import { CertificateStatus } from './domain-status.tsx'
import { RecordsToCreate } from './records-to-create.tsx'

const { environment: words, certificate } = text.domains

export interface AttachedItemProps {
  environment: Environment
  domain: Environment['domains'][number]
  /** The domain with its DNS check. Undefined: automatic, or not read yet. */
  registered: Domain | undefined
}

export function AttachedItem({ environment, domain, registered }: AttachedItemProps) {
  const { hostname, url, service, settings, domainId } = domain
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center gap-1.5 font-medium break-all hover:underline"
          >
            {hostname}
            <ExternalLink aria-hidden size={13} className="shrink-0 text-ink-soft" />
          </a>
          {settings === null && <Status tone="info">{words.automatic}</Status>}
          {settings !== null && <AttachedStatus settings={settings} registered={registered} />}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-soft">
          <span>{settings?.redirectsTo == null ? service : words.redirectsTo(settings.redirectsTo)}</span>
          {settings !== null && settings.basicAuth.length > 0 && (
            <span>{words.protectedFor(settings.basicAuth.length)}</span>
          )}
          {domainId !== null && (
            <Link to={paths.domain(domainId)} className="inline-flex min-h-6 items-center underline hover:text-ink">
              {words.details}
            </Link>
          )}
        </p>
        {settings?.state.error != null && (
          <p className="mt-1 text-xs break-words text-bad">{settings.state.error.message}</p>
        )}
        {registered !== undefined && <RecordsToCreate domain={registered} />}
      </div>
      {settings !== null && domainId !== null && (
        <AttachedMenu environment={environment} settings={settings} domainId={domainId} />
      )}
    </li>
  )
}

/** One state for all of DNS, certificate and route. Facts about the certificate follow once the domain works. */
function AttachedStatus({ settings, registered }: { settings: AttachedDomain; registered: Domain | undefined }) {
  const { tone, label } = attachedState(settings, registered)
  return (
    <>
      <Status tone={tone}>{label}</Status>
      {tone === 'good' && <OwnCertificate settings={settings} />}
    </>
  )
}

function OwnCertificate({ settings: { ssl } }: { settings: AttachedDomain }) {
  if (ssl.mode === 'off') return <Status tone="warn">{certificate.off}</Status>
  if (ssl.mode === 'custom') return <Status tone="good">{certificate.custom}</Status>
  return ssl.state === null ? null : <CertificateStatus certificate={ssl.state} />
}

interface AttachedMenuProps {
  environment: Environment
  settings: AttachedDomain
  domainId: string
}

function AttachedMenu({ environment: { id, services, domains }, settings, domainId }: AttachedMenuProps) {
  const { hostname } = settings
  const notify = useDeletedNotice()
  const [open, setOpen] = useState<'none' | 'settings' | 'detach'>('none')
  const close = () => setOpen('none')
  const detach = useAction(detachDomain, {
    refreshes: [getEnvironment, listDomains],
    onDone() {
      close()
      const ids = detachedIds(domains, { hostname, domainId })
      const items = ids.map((resourceId) => ({ kind: 'attached_domain', resourceId }) as const)
      notify({ name: hostname, message: words.detached(hostname), items })
    },
  })
  const isRedirect = settings.redirectsTo !== null
  const curlBody = toAttachBody(isRedirect ? { ...emptyValues(), hostname } : valuesOf(settings))
  return (
    <>
      <ActionMenu
        label={hostname}
        actions={[
          {
            label: words.settings,
            icon: <Settings2 aria-hidden size={15} />,
            isDisabled: isRedirect,
            onSelect: () => setOpen('settings'),
            call: { operation: attachDomain, parameters: { id, body: curlBody } },
          },
          null,
          {
            label: words.detach,
            icon: <Unlink aria-hidden size={15} />,
            isDanger: true,
            isDisabled: isRedirect,
            onSelect: () => setOpen('detach'),
            call: { operation: detachDomain, parameters: { id, domainId } },
          },
        ]}
      />
      {open === 'settings' && (
        <DomainSettings environmentId={id} services={services} settings={settings} onClose={close} />
      )}
      <DeleteDialog
        title={words.detachTitle(hostname)}
        action={words.detach}
        isOpen={open === 'detach'}
        deletion={detach}
        onConfirm={() => detach.must({ id, domainId })}
        onClose={close}
      >
        <p>{words.detachNote}</p>
      </DeleteDialog>
    </>
  )
}
