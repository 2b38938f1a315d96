/** Shows the content of a template: facts, services, data, and its compose file. */
import type { ComposeProblem, TemplateDetails } from '@longshore/sdk'
import { useId, useRef } from 'react'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { LineEditor, showLine } from '../../ui/compose/line-editor.tsx'
import { ProblemList } from '../../ui/compose/problem-list.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Facts } from '../../ui/facts.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { TemplateIcon } from './template-icon.tsx'

export type ShownTemplate = Omit<TemplateDetails, 'name'>

const words = text.catalog
const kinds: Readonly<Record<string, string>> = text.services.kinds

const columns: Column<ShownTemplate['services'][number]>[] = [
  { title: words.columns.service, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { title: words.columns.kind, cell: ({ kind }) => kinds[kind] ?? kind },
  {
    title: words.columns.image,
    isMinor: true,
    cell: ({ image }) => (image === null ? words.none : <code>{image}</code>),
  },
  {
    title: words.columns.volumes,
    isMinor: true,
    cell: ({ volumes }) => (volumes.length === 0 ? words.none : volumes.map(({ name }) => name).join(', ')),
  },
]

export interface TemplateAboutProps {
  template: ShownTemplate
  problems: readonly ComposeProblem[]
  /** Shows the compose file at once, because people should read it. */
  isComposeOpen?: boolean
}

export function TemplateAbout({ template, problems, isComposeOpen = false }: TemplateAboutProps) {
  const { icon, services, data } = template
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Card title={words.about} actions={<TemplateIcon icon={icon} />}>
        <TemplateFacts template={template} />
      </Card>
      {template.firstSteps !== null && (
        <Card title={words.firstSteps}>
          <p className="text-sm">{template.firstSteps}</p>
        </Card>
      )}
      <Card isFlush title={words.services}>
        <Table label={words.services} rows={services} columns={columns} keyOf={({ name }) => name} />
      </Card>
      <Card title={words.data}>
        {data.length === 0 ? (
          <p className="text-sm text-ink-soft">{words.noData}</p>
        ) : (
          <Facts facts={data.map(({ name, holds }) => ({ name, value: holds }))} />
        )}
      </Card>
      <ComposeCard compose={template.compose} problems={problems} isOpen={isComposeOpen} />
    </div>
  )
}

function TemplateFacts({ template }: { template: ShownTemplate }) {
  const { version, minimumMemoryMb, updates, updatesWhy, tested, links } = template
  const { facts } = words
  const updateText = updates === 'restart' ? `${facts.restart}. ${updatesWhy ?? ''}` : facts.zeroDowntime
  return (
    <Facts
      facts={[
        { name: facts.version, value: version },
        { name: facts.memory, value: words.memory(minimumMemoryMb) },
        { name: facts.updates, value: updateText },
        {
          name: facts.tested,
          value: tested === null ? facts.never : facts.testedOn(tested.on, tested.version, tested.from),
        },
        {
          name: facts.links,
          value: (
            <span className="flex flex-wrap gap-x-3">
              {(['website', 'documentation', 'source'] as const).map((each) => (
                <a
                  key={each}
                  href={links[each]}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex min-h-7 items-center text-accent hover:underline"
                >
                  {facts[each]}
                </a>
              ))}
            </span>
          ),
        },
      ]}
    />
  )
}

function ComposeCard({
  compose,
  problems,
  isOpen,
}: {
  compose: string
  problems: readonly ComposeProblem[]
  isOpen: boolean
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const hasProblems = problems.length > 0
  return (
    <Card>
      <Disclosure title={words.compose} isOpen={isOpen || hasProblems}>
        <LineEditor
          ref={area}
          label={words.compose}
          value={compose}
          problems={problems}
          isReadOnly
          describedBy={hasProblems ? id : undefined}
          onChange={() => undefined}
        />
        {hasProblems && (
          <ProblemList
            id={id}
            problems={problems}
            onShow={(line) => area.current !== null && showLine(area.current, line)}
          />
        )}
      </Disclosure>
    </Card>
  )
}
