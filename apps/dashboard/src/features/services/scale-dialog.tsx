/**
 * Changes how many replicas of a service run, and deploys the live commit with that number. The deployment starts all
 * instances before it switches traffic, so no request is lost.
 */
import type { Service } from '@longshore/sdk'
import { getDeployment } from '@longshore/sdk/operations'
import { toServiceRequest } from '@longshore/sdk/remedies'
import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { inputClass } from '../../ui/input-class.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { useDeploy } from '../environments/use-deploy.ts'
import { useConfigure } from './use-configure.ts'

const most = 10

export function ScaleDialog({ service, onClose }: { service: Service; onClose(): void }) {
  const environment = useEnvironment()
  const words = text.servicePage
  const current = service.replicas ?? 1
  const [count, setCount] = useState(current)
  const id = useId()
  const configure = useConfigure(environment)
  const deploy = useDeploy(environment.id)
  const did = environment.liveDeploymentId
  const live = useRead(getDeployment, { id: environment.id, did: did ?? '' }, { enabled: did !== null })
  const commit = live.data?.commit?.sha
  const apply = async () => {
    const services = environment.services.map((each) =>
      each.id === service.id ? { ...toServiceRequest(each), replicas: count } : toServiceRequest(each),
    )
    if ((await configure.save(services).catch(() => undefined)) === undefined) return
    await deploy.deploy(commit === undefined ? {} : { commit })
  }
  const set = (value: number) => setCount(Math.min(most, Math.max(1, Math.round(value) || 1)))
  const others = environment.pendingChanges.length
  return (
    <Dialog
      title={words.scaleTitle(service.name)}
      note={commit === undefined ? words.scaleNewest : words.scaleNote}
      isOpen
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <div>
          <label htmlFor={id} className="mb-1 block text-sm font-medium">
            {words.replicasField}
          </label>
          <div className="flex items-center gap-2">
            <IconButton
              label={words.fewer}
              icon={<Minus aria-hidden size={16} />}
              disabled={count <= 1}
              onClick={() => set(count - 1)}
            />
            <input
              id={id}
              type="number"
              min={1}
              max={most}
              value={count}
              onChange={(event) => set(event.target.valueAsNumber)}
              className={`${inputClass} w-20! text-center tabular-nums`}
            />
            <IconButton
              label={words.more}
              icon={<Plus aria-hidden size={16} />}
              disabled={count >= most}
              onClick={() => set(count + 1)}
            />
          </div>
        </div>
        {others > 0 && <p className="text-sm text-warn">{words.scaleOthers(others)}</p>}
        <ProblemCard error={configure.error ?? deploy.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button
            kind="primary"
            disabled={count === current || live.isLoading}
            isBusy={configure.isBusy || deploy.isBusy}
            onClick={() => void apply()}
          >
            {words.scale}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
