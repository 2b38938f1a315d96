/** Name, state, and actions of a service. */
import type { Service } from '@longshore/sdk'
import { getDeployment, getEnvironment, listInstances, restartService } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Pencil, RotateCw, Scaling } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Status } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { CommitText } from '../environments/commit-text.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { ServiceIcon } from '../environments/service-icon.tsx'
import { useInstances } from './instances-card.tsx'
import { serviceState } from './service-state.ts'
import { isDatabase } from './service-values.ts'

const ScaleDialog = lazy(() => import('./scale-dialog.tsx').then((file) => ({ default: file.ScaleDialog })))
const EditDialog = lazy(() => import('./edit-service-dialog.tsx').then((file) => ({ default: file.EditServiceDialog })))

export function ServiceHead({ service }: { service: Service }) {
  const environment = useEnvironment()
  const words = text.servicePage
  const instances = useInstances(environment.id)
  const { tone, label } = serviceState(service, instances.data?.items ?? [])
  const domain = environment.domains.find((each) => each.service === service.name)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <Link to={paths.services(environment.id)} className="rounded-sm text-sm text-ink-soft hover:underline">
          {words.all}
        </Link>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ServiceIcon service={service} size={20} />
          <h2 className="text-lg font-semibold break-words">{service.name}</h2>
          <Status tone={tone}>{label}</Status>
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <span>{text.services.kinds[service.kind]}</span>
          <Version service={service} />
          {domain !== undefined && (
            <a
              href={domain.url}
              target="_blank"
              rel="noreferrer"
              aria-label={words.open(domain.hostname)}
              className="inline-flex items-center gap-1 text-accent hover:underline"
            >
              <span className="break-all">{domain.hostname}</span>
              <ExternalLink aria-hidden size={13} className="shrink-0" />
            </a>
          )}
        </div>
      </div>
      <Allowed to={restartService} hasReason>
        <Actions service={service} />
      </Allowed>
    </div>
  )
}

/** The commit that runs, or the image. */
function Version({ service }: { service: Service }) {
  const { id, liveDeploymentId } = useEnvironment()
  const isOwn = !isDatabase(service.kind) && service.source?.builder !== 'image'
  const live = useRead(
    getDeployment,
    { id, did: liveDeploymentId ?? '' },
    { enabled: isOwn && liveDeploymentId !== null },
  )
  const image = service.source?.builder === 'image' ? service.source.image : (service.image ?? service.engineVersion)
  if (!isOwn) return image ? <code className="break-all">{image}</code> : null
  if (!live.data?.commit || liveDeploymentId === null) return null
  return (
    <Link to={paths.deployment(id, liveDeploymentId)} className="line-clamp-1 hover:underline">
      <CommitText commit={live.data.commit} />
    </Link>
  )
}

function Actions({ service }: { service: Service }) {
  const environment = useEnvironment()
  const words = text.servicePage
  const [opened, setOpened] = useState<'restart' | 'scale' | 'edit' | null>(null)
  const close = () => setOpened(null)
  const isLive = environment.liveDeploymentId !== null && environment.status !== 'stopped'
  const canScale = !isDatabase(service.kind) && service.kind !== 'cron'
  return (
    <div className="flex flex-wrap items-center gap-2">
      {service.kind !== 'cron' && (
        <Button icon={<RotateCw aria-hidden size={15} />} disabled={!isLive} onClick={() => setOpened('restart')}>
          {words.restart}
        </Button>
      )}
      {canScale && (
        <Button icon={<Scaling aria-hidden size={15} />} disabled={!isLive} onClick={() => setOpened('scale')}>
          {words.scale}
        </Button>
      )}
      <Button icon={<Pencil aria-hidden size={14} />} onClick={() => setOpened('edit')}>
        {text.services.edit}
      </Button>
      {opened === 'restart' && <RestartDialog service={service} onClose={close} />}
      <Suspense>
        {opened === 'scale' && <ScaleDialog service={service} onClose={close} />}
        {opened === 'edit' && <EditDialog service={service} onClose={close} />}
      </Suspense>
    </div>
  )
}

function RestartDialog({ service, onClose }: { service: Service; onClose(): void }) {
  const { id } = useEnvironment()
  const words = text.servicePage
  const restart = useAction(restartService, {
    refreshes: [getEnvironment, listInstances],
    onDone() {
      toast(words.restarted(service.name))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={words.restartTitle(service.name)}
      action={words.restart}
      isOpen
      isBusy={restart.isBusy}
      error={restart.error}
      onConfirm={() => void restart.run({ id, serviceId: service.id })}
      onClose={onClose}
    >
      {(service.replicas ?? 1) > 1 ? words.restartRolling : words.restartSingle(service.name)}
    </ConfirmDialog>
  )
}
