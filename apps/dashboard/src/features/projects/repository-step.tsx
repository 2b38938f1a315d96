/** Searches the repositories of all connected Git providers. */
import type { Repository } from '@longshore/sdk'
import { listGitProviders, searchRepositories } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Archive, GitBranch, Lock, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SearchBox, useSearchText } from '../../ui/search-box.tsx'
import { findRepositoryTech } from '../../ui/tech/find-tech.ts'
import { TechIcon } from '../../ui/tech/tech-icon.tsx'
import { ChosenRepository } from './chosen-repository.tsx'

const words = text.newProject

export function RepositoryStep({ onCreated }: { onCreated(projectId: string): void }) {
  const providers = useList(listGitProviders, {})
  const [chosen, setChosen] = useState<Repository | null>(null)
  if (chosen !== null)
    return <ChosenRepository repository={chosen} onBack={() => setChosen(null)} onCreated={onCreated} />
  return (
    <ListView
      list={providers}
      empty={
        <EmptyState icon={GitBranch} title={words.noProviders.title} note={words.noProviders.note}>
          <Link to={paths.git()} className={buttonClass('primary')}>
            {words.noProviders.connect}
          </Link>
        </EmptyState>
      }
    >
      {() => <RepositorySearch onChoose={setChosen} />}
    </ListView>
  )
}

function RepositorySearch({ onChoose }: { onChoose(repository: Repository): void }) {
  const search = useSearchText()
  const found = useList(searchRepositories, { limit: 20, ...(search.settled === '' ? {} : { q: search.settled }) })
  const warnings = found.data?.pages.flatMap((page) => page.warnings) ?? []
  return (
    <div className="flex flex-col gap-3">
      <SearchBox label={words.search} value={search.typed} onChange={search.setTyped} />
      <p className="text-xs text-ink-soft">{words.searchHelp}</p>
      {warnings.map(({ providerId, accountLogin, message }) => (
        <Notice key={`${providerId} ${message}`} tone="warn">
          {words.warning(accountLogin, message)}
        </Notice>
      ))}
      <div className="rounded-lg border border-line">
        <ListView list={found} empty={<EmptyState icon={SearchX} {...words.nothingFound} />}>
          {(items) => (
            <ul className="divide-y divide-line">
              {items.map((repository) => (
                <li key={`${repository.providerId} ${repository.id}`}>
                  <RepositoryRow repository={repository} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          )}
        </ListView>
      </div>
    </div>
  )
}

function RepositoryRow({ repository, onChoose }: { repository: Repository; onChoose(repository: Repository): void }) {
  const { fullName, description, pushedAt, private: isPrivate, archived } = repository
  return (
    <button
      type="button"
      aria-label={words.choose(fullName)}
      onClick={() => onChoose(repository)}
      className="flex w-full items-center justify-between gap-4 px-3.5 py-2.5 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          <TechIcon tech={findRepositoryTech(repository.url)} fallback={GitBranch} size={15} />
          <span className="min-w-0 break-words">{fullName}</span>
          {isPrivate && <Lock aria-label={words.privateRepository} size={13} className="shrink-0 text-ink-soft" />}
          {archived && <Archive aria-label={words.archived} size={13} className="shrink-0 text-ink-soft" />}
        </span>
        {description !== null && <span className="block truncate text-xs text-ink-soft">{description}</span>}
      </span>
      {pushedAt !== null && (
        <span className="hidden shrink-0 text-xs text-ink-soft sm:inline">
          {words.pushed} <RelativeTime at={pushedAt} />
        </span>
      )}
    </button>
  )
}
