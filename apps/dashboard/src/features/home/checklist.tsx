/** Steps to the first running app. Hidden when all are done or when someone dismisses it. */
import {
  createProject, createServer, getEnvironment, listGitProviders, listProjects, listServers, saveGitToken,
} from '@longshore/sdk/operations' // biome-ignore format: a list
import { Link } from '@tanstack/react-router'
import { GitBranch, type LucideIcon, Rocket, Server } from 'lucide-react'
import { useState } from 'react'
import { readPreference, savePreference } from '../../api/preferences.ts'
import { useList, useRead } from '../../api/queries.ts'
import type { Needed } from '../../api/role-permissions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Status } from '../../ui/status.tsx'
import { undecidedEnvironment, wasDeployed } from './first-deployment.ts'
import { projectsPageSize } from './project-cards.tsx'

interface Step {
  title: string
  note: string
  action: string
  icon: LucideIcon
  to: string
  /** The permission that the step needs. */
  needs: Needed
  isDone: boolean
}

const words = text.home.checklist
const key = 'checklist-hidden'

export function Checklist() {
  const [isHidden, setHidden] = useState(() => readPreference(key) !== null)
  const steps = useSteps()
  if (isHidden || steps === undefined || steps.every(({ isDone }) => isDone)) return null
  const hide = () => {
    savePreference(key, 'yes')
    setHidden(true)
  }
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <Card
      title={words.title}
      note={words.note}
      actions={
        <Button kind="quiet" onClick={hide}>
          {words.hide}
        </Button>
      }
    >
      <ol className="grid gap-3 md:grid-cols-3">
        {steps.map((step, index) => (
          <StepCard key={step.title} step={step} isNext={index === next} />
        ))}
      </ol>
    </Card>
  )
}

/** Undefined: not known yet. */
function useSteps(): readonly Step[] | undefined {
  const servers = useRead(listServers, { limit: 20 })
  const git = useRead(listGitProviders, { limit: 1 })
  // The same read as that of the project cards.
  const projects = useList(listProjects, { limit: projectsPageSize })
  const environments = projects.items.flatMap((project) => project.environments)
  const undecided = undecidedEnvironment(environments)
  const deploying = useRead(getEnvironment, { id: undecided?.id ?? '' }, { enabled: undecided !== undefined })
  if (servers.data === undefined || git.data === undefined || projects.data === undefined) return undefined
  if (undecided !== undefined && deploying.data === undefined) return undefined
  const isRedeployed = undecided !== undefined && deploying.data?.liveDeploymentId !== null
  return [
    {
      ...words.server,
      icon: Server,
      to: paths.newServer(),
      needs: createServer,
      isDone: servers.data.items.some(({ status }) => status !== 'pending' && status !== 'connecting'),
    },
    { ...words.git, icon: GitBranch, to: paths.git(), needs: saveGitToken, isDone: git.data.items.length > 0 },
    {
      ...words.deploy,
      icon: Rocket,
      to: paths.newProject(),
      needs: createProject,
      isDone: isRedeployed || wasDeployed(environments),
    },
  ]
}

function StepCard({ step, isNext }: { step: Step; isNext: boolean }) {
  const { title, note, action, icon: Icon, to, needs, isDone } = step
  return (
    <li className="flex flex-col rounded-lg border border-line bg-canvas p-4">
      <div className="flex items-center justify-between gap-2">
        <Icon aria-hidden size={20} className={isNext ? 'text-accent' : 'text-ink-soft'} />
        <Status tone={isDone ? 'good' : isNext ? 'info' : 'idle'}>
          {isDone ? words.done : isNext ? words.next : words.later}
        </Status>
      </div>
      <h3 className="mt-3 font-semibold">{title}</h3>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{note}</p>
      {!isDone && (
        <div className="mt-auto">
          <Allowed to={needs} hasReason>
            <Link to={to} className={buttonClass(isNext ? 'primary' : 'secondary')}>
              {action}
            </Link>
          </Allowed>
        </div>
      )}
    </li>
  )
}
