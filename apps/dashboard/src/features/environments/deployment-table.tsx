import type { Deployment } from '@longshore/sdk'
import { rollBackDeployment } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useCan } from '../../api/use-can.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { CommitText } from './commit-text.tsx'
import { deploymentStatus } from './environment-status.ts'
import { rollBackTargets } from './latest-deployments.ts'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { useMemberName } from './use-member-name.ts'

export function DeploymentTable({ deployments }: { deployments: readonly Deployment[] }) {
  const [chosen, setChosen] = useState<Deployment | null>(null)
  const can = useCan()
  const targets = can(rollBackDeployment) ? rollBackTargets(deployments) : []
  const words = text.deployments
  const nameOf = useMemberName()
  const columns: Column<Deployment>[] = [
    {
      title: words.columns.number,
      cell: ({ id, environmentId, number }) => (
        <Link to={paths.deployment(environmentId, id)} className="font-medium text-accent hover:underline">
          {words.number(number)}
        </Link>
      ),
    },
    { title: words.columns.status, cell: (each) => <StatusCell deployment={each} /> },
    {
      title: words.columns.commit,
      isMinor: true,
      cell: ({ commit }) => (
        <div className="line-clamp-1 max-w-md min-w-36">
          <CommitText commit={commit} />
        </div>
      ),
    },
    {
      title: words.columns.branch,
      isMinor: true,
      cell: ({ branch }) => <span className="break-all">{branch ?? '–'}</span>,
    },
    {
      title: words.columns.trigger,
      isMinor: true,
      cell: ({ trigger, createdBy }) => {
        const name = nameOf(createdBy)
        if (name === null) return words.triggers[trigger]
        return (
          <span className="flex items-center gap-1.5">
            <Avatar name={name} size={20} />
            {`${words.triggers[trigger]} ${words.by(name)}`}
          </span>
        )
      },
    },
    {
      title: words.columns.duration,
      isNumber: true,
      isMinor: true,
      cell: ({ durationMs }) => (durationMs === null ? '–' : formatDuration(durationMs)),
    },
    { title: words.columns.when, isNumber: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ]
  if (targets.length > 0) columns.push(rollBackColumn(targets, setChosen))
  return (
    <>
      <Table label={words.title} rows={deployments} columns={columns} keyOf={({ id }) => id} />
      {chosen !== null && <RollBackDialog deployment={chosen} isOpen onClose={() => setChosen(null)} />}
    </>
  )
}

function rollBackColumn(targets: readonly Deployment[], onChoose: (target: Deployment) => void): Column<Deployment> {
  const words = text.deployments
  return {
    title: words.columns.actions,
    isTitleHidden: true,
    isNumber: true,
    cell: (each) =>
      targets.includes(each) && (
        <Button
          kind="quiet"
          aria-label={words.rollBackTo(each.number)}
          icon={<Undo2 aria-hidden size={15} />}
          onClick={() => onChoose(each)}
        >
          {words.rollBackShort}
        </Button>
      ),
  }
}

/** Narrow screens have no column for the commit. */
function StatusCell({ deployment }: { deployment: Deployment }) {
  const { tone, label } = deploymentStatus(deployment)
  return (
    <>
      <span title={deployment.waitingFor?.detail ?? deployment.error?.detail}>
        <Status tone={tone}>{label}</Status>
      </span>
      <div className="mt-1 line-clamp-1 break-all text-xs text-ink-soft md:hidden">
        <CommitText commit={deployment.commit} />
      </div>
    </>
  )
}
