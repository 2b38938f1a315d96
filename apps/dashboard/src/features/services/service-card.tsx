import type { Service } from '@longshore/sdk'
import { configureServices } from '@longshore/sdk/operations'
import { toServiceRequest } from '@longshore/sdk/remedies'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { formatBytes } from '../../ui/format.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { ServiceIcon } from '../environments/service-icon.tsx'
import { DatabaseAccess } from './database-access.tsx'
import { RemoveServiceDialog } from './remove-service-dialog.tsx'
import { commandText, hasData, isDatabase } from './service-values.ts'
import { useConfigure } from './use-configure.ts'

export function ServiceCard({ service, onEdit }: { service: Service; onEdit(): void }) {
  const environment = useEnvironment()
  const configure = useConfigure(environment)
  const [isRemoving, setRemoving] = useState(false)
  const words = text.services
  const all = environment.services.map(toServiceRequest)
  const others = all.filter(({ name }) => name !== service.name)
  const remove = async () => {
    if (hasData(service)) return setRemoving(true)
    if ((await configure.save(others).catch(() => undefined)) === undefined) return
    // Nothing is deleted before the next deployment, so it can be undone.
    const undo = {
      label: words.undo,
      onClick: () => void configure.run({ id: environment.id, body: { services: all } }),
    }
    toast(words.removed(service.name), { action: undo })
  }
  return (
    <Card
      title={
        <span className="flex items-center gap-2 break-words">
          <ServiceIcon service={service} size={18} />
          {service.name}
        </span>
      }
      note={words.kinds[service.kind]}
      actions={
        <>
          <Allowed to={configureServices}>
            <Button icon={<Pencil aria-hidden size={14} />} onClick={onEdit} aria-label={words.editTitle(service.name)}>
              {words.edit}
            </Button>
          </Allowed>
          <ActionMenu
            label={service.name}
            actions={[
              {
                label: words.edit,
                call: { operation: configureServices, parameters: { id: environment.id, body: { services: all } } },
              },
              {
                label: words.remove,
                icon: <Trash2 aria-hidden size={15} />,
                isDanger: true,
                isDisabled: others.length === 0,
                needs: configureServices,
                onSelect: () => void remove(),
              },
            ]}
          />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ProblemCard error={configure.error} />
        <Facts facts={factsOf(service)} />
        {service.ownedByFile.length > 0 && (
          <p className="text-xs text-ink-soft">{words.ownedByFile(service.ownedByFile.join(', '))}</p>
        )}
        {isDatabase(service.kind) && <DatabaseAccess service={service} />}
      </div>
      {isRemoving && <RemoveServiceDialog service={service} others={others} onClose={() => setRemoving(false)} />}
    </Card>
  )
}

function factsOf(service: Service): Fact[] {
  const { facts: words, health } = text.services
  const { port, healthCheck, volumes = [], replicas = 1, command, releaseCommand, schedule } = service
  const check = healthCheck ? `${health[healthCheck.type]} ${healthCheck.path ?? ''}` : health.none
  const code = (value: string) => <code className="break-all">{value}</code>
  const known = (name: string, value: string): Fact[] => (value === '' ? [] : [{ name, value: code(value) }])
  if (isDatabase(service.kind))
    return [
      { name: words.version, value: service.image ?? service.engineVersion ?? words.newest },
      { name: words.limits, value: limitsOf(service) },
    ]
  return [
    { name: words.source, value: sourceText(service) },
    ...(port ? [{ name: words.port, value: port }] : []),
    ...known(words.schedule, schedule ?? ''),
    { name: words.health, value: check },
    { name: words.limits, value: limitsOf(service) },
    { name: words.replicas, value: replicas },
    ...known(words.command, commandText(command)),
    ...known(words.releaseCommand, commandText(releaseCommand)),
    ...known(words.volumes, volumes.map(({ name, path }) => `${name}:${path}`).join(', ')),
  ]
}

function limitsOf({ resources }: Service): string {
  const { noLimits, cpus } = text.services.facts
  const parts = [
    typeof resources?.memoryBytes === 'number' ? formatBytes(resources.memoryBytes) : '',
    typeof resources?.cpus === 'number' ? cpus(resources.cpus) : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? noLimits : parts.join(', ')
}

function sourceText({ source, sharesImageWith }: Service): string {
  const { facts, builders } = text.services
  if (sharesImageWith) return facts.sharedImage(sharesImageWith)
  if (!source) return text.common.none
  if (source.builder === 'image') return source.image
  if (source.builder === 'dockerfile') return source.dockerfile ?? builders.dockerfile
  return builders[source.builder]
}
