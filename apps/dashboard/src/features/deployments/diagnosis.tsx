/** Shows what the output reveals about the failure, and a button for each change that can fix it. */
import type { Deployment, DeploymentDiagnosis, DeploymentRemedy } from '@longshore/sdk'
import { createDeployment } from '@longshore/sdk/operations'
import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { RemedyDialog } from './remedy-dialog.tsx'

export function Diagnosis({ deployment, diagnosis }: { deployment: Deployment; diagnosis: DeploymentDiagnosis }) {
  const [chosen, setChosen] = useState<DeploymentRemedy | null>(null)
  const { title, explanation, excerpt, remedies } = diagnosis
  const words = text.deployments.diagnosis
  return (
    <section aria-label={words.label} className="flex flex-col gap-2 rounded-md border border-line bg-raised p-3">
      <h3 className="flex items-start gap-2 font-semibold break-words">
        <Lightbulb aria-hidden size={16} className="mt-0.5 shrink-0" />
        {title}
      </h3>
      <p className="break-words">{explanation}</p>
      {excerpt.length > 0 && <CodeBlock label={words.excerpt}>{excerpt.join('\n')}</CodeBlock>}
      {remedies.length > 0 && (
        <Allowed to={createDeployment} hasReason>
          <div className="flex flex-wrap gap-2">
            {remedies.map((remedy, index) => (
              <Button key={remedy.label} kind={index === 0 ? 'primary' : 'secondary'} onClick={() => setChosen(remedy)}>
                {remedy.label}
              </Button>
            ))}
          </div>
        </Allowed>
      )}
      {chosen !== null && <RemedyDialog deployment={deployment} remedy={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}
