import type { Analysis, Project } from '@longshore/sdk'
import { getProject, retryAnalysis } from '@longshore/sdk/operations'
import { Boxes, Database } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Card } from '../../ui/card.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { formatBytes, formatNumber, formatPercent, shortCommit } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { Status } from '../../ui/status.tsx'
import { findTech } from '../../ui/tech/find-tech.ts'
import { TechIcon } from '../../ui/tech/tech-icon.tsx'
import { AnalysisProfiles } from './analysis-profiles.tsx'
import { type Evidence, EvidenceList } from './evidence.tsx'

const words = text.analysis

export interface AnalysisFoundProps {
  project: Project
  analysis: Analysis
  onStartOver(): void
}

export function AnalysisFound({ project, analysis, onStartOver }: AnalysisFoundProps) {
  const retry = useAction(retryAnalysis, { refreshes: [getProject] })
  const { id } = project
  const menu = (
    <ActionMenu
      actions={[
        {
          label: words.retry,
          onSelect: () => void retry.run({ id, body: {} }),
          call: { operation: retryAnalysis, parameters: { id, body: {} } },
        },
        { label: words.startOver, onSelect: onStartOver, needs: retryAnalysis },
      ]}
    />
  )
  const isNothing = analysis.services.length === 0 && analysis.databases.length === 0
  return (
    <Card title={words.found} note={project.repository?.fullName ?? project.image ?? undefined} actions={menu}>
      <div className="flex flex-col gap-4">
        <Facts facts={factsOf(analysis)} />
        {isNothing && <Notice tone="warn">{words.foundNothing}</Notice>}
        <ul className="flex flex-col gap-3">
          {analysis.services.map((service) => (
            <Found
              key={service.name}
              icon={
                <TechIcon tech={findTech(service.framework) ?? findTech(service.language)} fallback={Boxes} size={18} />
              }
              name={service.name}
              what={[service.framework ?? service.language, service.version, service.packageManager, builtBy(service)]}
              isExperimental={service.dockerfile?.experimental === true}
              confidence={service.confidence}
              evidence={service.evidence}
            />
          ))}
          {analysis.databases.map((database) => (
            <Found
              key={database.name}
              icon={<TechIcon tech={database.engine} fallback={Database} size={18} />}
              name={database.name}
              what={[
                database.engine === database.name ? null : database.engine,
                database.version,
                database.supported ? null : words.unsupported,
              ]}
              confidence={database.confidence}
              evidence={database.evidence}
            />
          ))}
        </ul>
        <AnalysisProfiles project={project} analysis={analysis} />
        {analysis.warnings.map(({ code, message, hint, file, line }) => (
          <Notice key={`${code} ${message}`} tone="warn" title={message}>
            {hintFor({ code, hint })}
            {file !== null && <code className="block text-xs break-all">{words.at(file, line)}</code>}
          </Notice>
        ))}
      </div>
    </Card>
  )
}

function builtBy({ builder, dockerfile, image }: Analysis['services'][number]): string | null {
  if (builder === 'image') return image
  return dockerfile === null ? null : dockerfile.source === 'generated' ? words.generated : dockerfile.path
}

function factsOf({ branch, commit, files, configuration, monorepo }: Analysis): Fact[] {
  const facts: Fact[] = []
  if (branch !== null) facts.push({ name: words.branch, value: <code>{branch}</code> })
  if (commit !== null)
    facts.push({
      name: words.commit,
      value: (
        <>
          <code>{shortCommit(commit.sha)}</code> {commit.message.split('\n')[0]}
        </>
      ),
    })
  if (files !== null && files.count > 0)
    facts.push({
      name: words.filesLabel,
      value: words.files(files.count, formatNumber(files.count), formatBytes(files.bytes)),
    })
  if (configuration !== null) facts.push({ name: words.configuredBy, value: <code>{configuration.file}</code> })
  if (monorepo !== null) facts.push({ name: words.monorepo, value: monorepo.tools.join(', ') })
  return facts
}

interface FoundProps {
  icon: ReactNode
  name: string
  what: readonly (string | null)[]
  isExperimental?: boolean
  confidence: number
  evidence: readonly Evidence[]
}

function Found({ icon, name, what, isExperimental = false, confidence, evidence }: FoundProps) {
  return (
    <li className="rounded-lg border border-line p-3.5">
      <div className="flex items-center gap-2.5 text-sm">
        {icon}
        <p className="min-w-0 flex-1">
          <span className="font-medium">{name}</span>{' '}
          <span className="text-ink-soft">{what.filter((each) => each !== null).join(' · ')}</span>
        </p>
        {isExperimental && <Status tone="warn">{words.experimental}</Status>}
        <span className="text-xs whitespace-nowrap text-ink-soft">{words.sure(formatPercent(confidence))}</span>
      </div>
      {isExperimental && <p className="mt-1 text-xs text-ink-soft">{words.experimentalNote}</p>}
      <div className="mt-2">
        <EvidenceList evidence={evidence} />
      </div>
    </li>
  )
}
