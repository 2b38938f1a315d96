/** How far the adoption of a compose project is, what was compared, and the next decision. Hidden for others. */
import type { Adoption } from '@longshore/sdk'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { text } from '../../../text/text.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailureLink } from '../../../ui/failure-link.tsx'
import { Note } from '../../../ui/note.tsx'
import { hintFor } from '../../../ui/problem-texts.ts'
import { StageList } from '../../../ui/stage-list.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import { useAdoption } from '../../environments/use-adoption.ts'
import { AdoptionDecisions } from './adoption-decisions.tsx'
import { AdoptionEvidence } from './adoption-evidence.tsx'
import { stagesOf } from './adoption-stages.ts'

const words = text.adoptions
const tones: Record<Adoption['status'], Tone> = {
  preparing: 'busy',
  ready: 'info',
  switching: 'busy',
  adopted: 'good',
  returned: 'warn',
  stopped: 'bad',
  undoing: 'busy',
  undone: 'paused',
  confirmed: 'good',
  failed: 'bad',
}

export function AdoptionCard({ environmentId }: { environmentId: string }) {
  const adoption = useAdoption(environmentId)
  if (adoption === null || adoption === undefined || adoption.status === 'confirmed') return null
  const { status, composeProject, deploymentId } = adoption
  return (
    <Card
      title={words.cardTitle(composeProject)}
      note={words.details[status](composeProject)}
      actions={<Status tone={tones[status]}>{words.states[status]}</Status>}
    >
      <div className="flex flex-col gap-4">
        <AdoptionFailure adoption={adoption} />
        <StageList stages={stagesOf(adoption)} />
        <AdoptionEvidence adoption={adoption} />
        <div className="flex flex-wrap items-center gap-2">
          <AdoptionDecisions adoption={adoption} />
          {deploymentId !== null && (
            <Link to={paths.deployment(environmentId, deploymentId)} className={buttonClass('quiet')}>
              {words.openDeployment}
            </Link>
          )}
        </div>
      </div>
    </Card>
  )
}

function AdoptionFailure({ adoption: { error } }: { adoption: Adoption }) {
  if (error === null) return null
  return (
    <Note tone="bad" title={error.title}>
      <p>{error.detail}</p>
      <p className="text-ink-soft">{hintFor(error)}</p>
      <FailureLink code={error.code} />
    </Note>
  )
}
