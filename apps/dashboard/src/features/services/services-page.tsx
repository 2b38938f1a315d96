import type { Service } from '@longshore/sdk'
import { configureServices, getProject } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Boxes, FileCode, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { EditServiceDialog } from './edit-service-dialog.tsx'
import { ServiceCard } from './service-card.tsx'

export function ServicesPage() {
  const { id, projectId, services } = useEnvironment()
  const project = useRead(getProject, { id: projectId })
  const [edited, setEdited] = useState<Service | 'new' | null>(null)
  const words = text.services
  useTabTitle(words.title)
  const add = (
    <Allowed to={configureServices} hasReason>
      <Button kind="primary" icon={<Plus aria-hidden size={15} />} onClick={() => setEdited('new')}>
        {words.add}
      </Button>
    </Allowed>
  )
  return (
    <>
      {services.length === 0 ? (
        <Card>
          <EmptyState icon={Boxes} title={words.emptyTitle} note={words.emptyNote}>
            {add}
          </EmptyState>
        </Card>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-ink-soft">{words.note}</p>
            <div className="flex flex-wrap gap-2">
              {project.data?.source === 'compose' && (
                <Link to={paths.composeFile(id)} className={buttonClass()}>
                  <FileCode aria-hidden size={15} />
                  {text.composeFile.open}
                </Link>
              )}
              {add}
            </div>
          </div>
          <div className="grid min-w-0 gap-5 xl:grid-cols-2">
            {services.map((service) => (
              <ServiceCard key={service.id} service={service} onEdit={() => setEdited(service)} />
            ))}
          </div>
        </>
      )}
      {edited !== null && (
        <EditServiceDialog service={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}
