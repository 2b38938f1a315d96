/** From a source to the first deployment. The project ID is in the URL, so that a reload continues. */
import { createProject, getProject } from '@longshore/sdk/operations'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { AnalysisStep } from './analysis-step.tsx'
import { SourceStep } from './source-step.tsx'

export function NewProjectPage() {
  const { project: projectId } = useSearch({ from: '/app/projects/new' })
  const navigate = useNavigate()
  const show = (id: string | undefined) =>
    void navigate({ to: '/projects/new', search: id === undefined ? {} : { project: id } })
  const words = text.newProject
  const template = (
    <Link to={paths.catalog()} className={buttonClass()}>
      {text.catalog.fromTemplate}
    </Link>
  )
  return (
    <Page title={words.title} note={words.note} actions={template} isNarrow>
      <Allowed to={createProject} hasReason>
        {projectId === undefined ? (
          <SourceStep onCreated={show} />
        ) : (
          <ProjectSteps key={projectId} projectId={projectId} onStartOver={() => show(undefined)} />
        )}
      </Allowed>
    </Page>
  )
}

function ProjectSteps({ projectId, onStartOver }: { projectId: string; onStartOver(): void }) {
  const project = useRead(getProject, { id: projectId })
  return <QueryView query={project}>{(data) => <AnalysisStep project={data} onStartOver={onStartOver} />}</QueryView>
}
