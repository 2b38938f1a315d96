import type { Service } from '@longshore/sdk'
import { configureServices } from '@longshore/sdk/operations'
import { toServiceRequest } from '@longshore/sdk/remedies'
import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { ServiceIcon } from '../environments/service-icon.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'
import { DatabaseAccess } from './database-access.tsx'
import { RemoveServiceDialog } from './remove-service-dialog.tsx'
import { serviceFacts } from './service-facts.tsx'
import { hasData, isDatabase } from './service-values.ts'
import { useConfigure } from './use-configure.ts'

export function ServiceCard({ service, onEdit }: { service: Service; onEdit(): void }) {
  const environment = useEnvironment()
  const configure = useConfigure(environment)
  const notify = useDeletedNotice()
  const [isRemoving, setRemoving] = useState(false)
  const words = text.services
  const all = environment.services.map(toServiceRequest)
  const others = all.filter(({ name }) => name !== service.name)
  const remove = async () => {
    if (hasData(service)) return setRemoving(true)
    if ((await configure.save(others).catch(() => undefined)) === undefined) return
    const { id: resourceId, name } = service
    notify({ name, message: words.removed(name), items: [{ kind: 'service', resourceId }] })
  }
  return (
    <Card
      title={
        <span className="flex items-center gap-2 break-words">
          <ServiceIcon service={service} size={18} />
          <Link to={paths.service(environment.id, service.id)} className="rounded-sm hover:underline">
            {service.name}
          </Link>
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
        <Facts facts={serviceFacts(service)} />
        {service.ownedByFile.length > 0 && (
          <p className="text-xs text-ink-soft">{words.ownedByFile(service.ownedByFile.join(', '))}</p>
        )}
        {isDatabase(service.kind) && <DatabaseAccess service={service} />}
      </div>
      {isRemoving && <RemoveServiceDialog service={service} others={others} onClose={() => setRemoving(false)} />}
    </Card>
  )
}
