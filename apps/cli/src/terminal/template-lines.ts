/** Shows a template: what it runs, what it stores, and what it asks for. */
import type { TemplateDetails, TemplateInput } from '@longshore/sdk'
import { formatBytes } from './format.ts'
import type { Line } from './text.ts'

export type ShownTemplate = Omit<TemplateDetails, 'name'>

export function templateLines(template: ShownTemplate): Line[] {
  const { title, version, summary, minimumMemoryMb, services, data, inputs, links, tested, updates, updatesWhy } =
    template
  const state = tested === null ? 'unverified' : `tested on ${tested.on} with ${tested.version}`
  return [
    { text: `${title} ${version}`, style: 'bold' },
    summary,
    '',
    `Status    ${state}`,
    `Memory    ${formatBytes(minimumMemoryMb << 20)}`,
    `Updates   ${updates === 'restart' ? `restart. ${updatesWhy ?? ''}` : 'zero downtime'}`,
    `Website   ${links.website}`,
    ...section(
      'Services',
      services.map(({ name, kind, image }) => `${name}  ${image ?? kind}`),
    ),
    ...section(
      'Backed up',
      data.map(({ name, holds }) => `${name}  ${holds}`),
    ),
    ...section('Inputs', inputs.map(inputText)),
  ]
}

function section(title: string, lines: readonly string[]): Line[] {
  return lines.length === 0 ? [] : ['', { text: title, style: 'bold' }, ...lines.map((line) => `  ${line}`)]
}

function inputText({ key, label, required, default: given, generate, choices }: TemplateInput): string {
  const what =
    generate === null
      ? given === null
        ? required
          ? 'required'
          : 'optional'
        : `default: ${given || 'empty'}`
      : 'generated'
  return `${key}  ${label} (${what})${choices.length === 0 ? '' : `: ${choices.join(', ')}`}`
}
