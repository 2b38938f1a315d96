/** The compose file of an environment: shown on request, edited, checked, and saved for the next deployment. */
import { getProject, revealComposeFile, saveComposeFile } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { FileCode } from 'lucide-react'
import { useId, useRef } from 'react'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/use-can.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LineEditor, showLine } from '../../ui/compose/line-editor.tsx'
import { ProblemList } from '../../ui/compose/problem-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { ComposeReview } from './compose-review.tsx'
import { useComposeFile } from './use-compose-file.ts'

const words = text.composeFile

export function ComposeFilePage() {
  const { id, projectId } = useEnvironment()
  const project = useRead(getProject, { id: projectId })
  useTabTitle(words.title)
  if (project.data === undefined)
    return project.error === null ? (
      <SkeletonRows />
    ) : (
      <ProblemCard error={project.error} onRetry={() => project.refetch()} />
    )
  if (project.data.source === 'compose') return <ComposeFileCard />
  return (
    <Card>
      <EmptyState icon={FileCode} title={words.noneTitle} note={words.noneNote}>
        <Link to={paths.services(id)} className={buttonClass()}>
          {words.showServices}
        </Link>
      </EmptyState>
    </Card>
  )
}

function ComposeFileCard() {
  const file = useComposeFile()
  const can = useCan()
  const { loading } = file
  if (file.compose !== null) return <Editor file={file} />
  return (
    <Card title={words.title}>
      <EmptyState icon={FileCode} title={words.hiddenTitle} note={words.hiddenNote}>
        <Allowed to={revealComposeFile} hasReason>
          <Button kind="primary" isBusy={loading.isBusy} onClick={() => void file.load()}>
            {words.show}
          </Button>
        </Allowed>
        {can(saveComposeFile) && <Button onClick={() => file.open('')}>{words.paste}</Button>}
      </EmptyState>
      <ProblemCard error={loading.error} />
    </Card>
  )
}

function Editor({ file }: { file: ReturnType<typeof useComposeFile> }) {
  const { compose, saved, check, validation } = file
  const area = useRef<HTMLTextAreaElement>(null)
  const problemsId = useId()
  const canSave = useCan()(saveComposeFile)
  const problems = check?.problems ?? []
  const isEdited = compose !== saved
  const validate = async () => {
    const line = (await file.validate())?.problems.find(({ severity }) => severity === 'error')?.line ?? null
    if (line !== null && area.current !== null) showLine(area.current, line)
  }
  return (
    <Card title={words.title} note={words.note}>
      <div className="flex flex-col gap-4">
        <LineEditor
          ref={area}
          label={words.label}
          value={compose ?? ''}
          problems={problems}
          isReadOnly={!canSave}
          describedBy={problems.length > 0 ? problemsId : undefined}
          onChange={file.edit}
        />
        <div role="status">
          {problems.length > 0 && (
            <ProblemList
              id={problemsId}
              problems={problems}
              onShow={(line) => area.current !== null && showLine(area.current, line)}
            />
          )}
        </div>
        <ProblemCard error={validation.error} />
        <Allowed to={saveComposeFile} hasReason>
          <div className="flex flex-wrap gap-2">
            <Button
              kind={check?.valid === true ? 'secondary' : 'primary'}
              disabled={!isEdited || compose === ''}
              isBusy={validation.isBusy}
              onClick={() => void validate()}
            >
              {words.review}
            </Button>
            <Button kind="quiet" disabled={!isEdited} onClick={() => file.edit(saved ?? '')}>
              {words.discard}
            </Button>
          </div>
        </Allowed>
        {check?.valid === true && <ComposeReview key={compose} file={file} check={check} />}
      </div>
    </Card>
  )
}
