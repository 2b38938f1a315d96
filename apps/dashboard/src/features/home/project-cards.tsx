import { createProject, listProjects } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Boxes, SearchX } from 'lucide-react'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { SearchBox, useSearchText } from '../../ui/search-box.tsx'
import { ExampleApp } from './example-app.tsx'
import { ProjectCard } from './project-card.tsx'

/** Fills a screen. More are loaded on demand. */
export const projectsPageSize = 24
/** Shorter lists need no search. */
const searchFrom = 7

const words = text.home.projects

export function ProjectCards() {
  const { typed, settled, setTyped } = useSearchText()
  const projects = useList(listProjects, { limit: projectsPageSize, ...(settled === '' ? {} : { q: settled }) })
  const isSearching = settled !== '' || typed !== ''
  const isFramed = projects.isPending || projects.isEmpty || projects.error !== null
  return (
    <section aria-labelledby="projects" className="min-w-0">
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id="projects" className="text-base font-semibold">
          {words.title}
        </h2>
        {(isSearching || projects.items.length >= searchFrom) && (
          <SearchBox label={words.search} value={typed} onChange={setTyped} className="w-full sm:w-72" />
        )}
      </div>
      <div className={isFramed ? 'rounded-lg border border-line bg-surface' : ''}>
        <ListView list={projects} empty={isSearching ? <NothingFound /> : <NoProjects />}>
          {(items) => (
            <ul className="mb-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
              {items.map((project) => (
                <ProjectCard key={project.id} project={project} />
              ))}
            </ul>
          )}
        </ListView>
      </div>
    </section>
  )
}

function NothingFound() {
  return <EmptyState icon={SearchX} title={words.nothingTitle} note={words.nothingNote} />
}

function NoProjects() {
  return (
    <>
      <EmptyState icon={Boxes} title={words.emptyTitle} note={words.emptyNote}>
        <Allowed to={createProject} hasReason>
          <Link to={paths.newProject()} className={buttonClass('secondary')}>
            {words.add}
          </Link>
        </Allowed>
      </EmptyState>
      <ExampleApp />
    </>
  )
}
