/** Schemas of the templates in the catalog, and of templates from outside it. */
import { categoryMeanings, Template, TemplateInput, templateCategories } from '@longshore/analyzer/template'
import { z } from 'zod'
import { RepositoryPath } from '../environments/source-names.schemas.ts'
import { ComposePlan } from '../projects/check-compose.schemas.ts'
import { RepositoryUrl } from '../projects/repositories.schemas.ts'

export const TemplateName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be the name of a template')
  .meta({
    description: 'Unique identifier in the catalog: up to 63 lowercase letters, digits, and hyphens.',
    example: 'node-red',
  })

export const Revision = z
  .string()
  .regex(/^[0-9a-f]{12}$/, 'must be a revision of a template')
  .meta({
    description: 'Identifies the exact content of the template: the start of the SHA-256 of its files.',
    example: '3f9c1b7a20de',
  })

const { help, required, default: given, choices, generate } = TemplateInput.shape

export const TemplateField = z
  .object({
    ...TemplateInput.shape,
    help: help.unwrap(),
    required: required.unwrap(),
    default: given.unwrap(),
    choices: choices.unwrap(),
    generate: generate.unwrap(),
  })
  .meta({ id: 'TemplateInput', description: 'A value that differs between deployments of a template.' })

const { inputs, data, upgradeNotes, firstSteps, updates, updatesWhy, links, web, tested, ...facts } = Template.shape
const summary = { ...facts, tested: tested.unwrap() }

export const TemplateSummary = z
  .object({ name: TemplateName, ...summary, revision: Revision })
  .meta({ id: 'TemplateSummary', description: 'A template in the list of the catalog.' })
export type TemplateSummary = z.output<typeof TemplateSummary>

export const TemplateList = z
  .object({
    items: z.array(TemplateSummary).describe('Templates, sorted by title. The list has no pages.'),
  })
  .meta({ id: 'TemplateList', description: 'Apps that you can deploy from the catalog.' })
export type TemplateList = z.output<typeof TemplateList>

export const TemplatesQuery = z.strictObject({
  q: z.string().min(1).max(100).optional().meta({
    description: 'Text to search for in name, title, and summary. Ignores case.',
    example: 'blog',
  }),
  category: z
    .enum(templateCategories)
    .optional()
    .describe(`Return only templates in this category. ${categoryMeanings}`),
})
export type TemplatesQuery = z.output<typeof TemplatesQuery>

const details = {
  ...summary,
  inputs: z.array(TemplateField).describe(inputs.description ?? ''),
  ...{ data, updates, links, web },
  upgradeNotes: upgradeNotes.unwrap(),
  firstSteps: firstSteps.unwrap(),
  updatesWhy: updatesWhy.unwrap(),
  revision: Revision,
  compose: z.string().describe('Compose file of the template, exactly as it is deployed.'),
  services: ComposePlan.shape.services,
}

export const TemplateDetails = z
  .object({ name: TemplateName, ...details })
  .meta({ id: 'TemplateDetails', description: 'A template of the catalog with its compose file.' })
export type TemplateDetails = z.output<typeof TemplateDetails>

export const TemplateParams = z.object({ name: TemplateName })

const HttpsUrl = z
  .string()
  .max(2_000)
  .regex(/^https:\/\/[^\s"'<>\\@]+$/, 'must be an https URL without a username')
  .meta({
    description:
      'HTTPS URL of one YAML file with the keys of template.yaml, and the compose file as text below `compose`.',
    example: 'https://example.com/template.yaml',
  })
const Path = RepositoryPath.default('.').describe(
  'Folder in the repository that contains template.yaml and compose.yaml. `.` is the root.',
)
const Repository = RepositoryUrl.describe('HTTPS URL of a public Git repository that contains the template.')

export const UrlSource = z.strictObject({
  url: HttpsUrl,
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits')
    .meta({
      description: 'SHA-256 of the previewed file. If the URL returns another file, nothing is deployed.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
})
export const RepositorySource = z.strictObject({
  repository: Repository,
  path: Path,
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'must be a full commit ID')
    .meta({
      description: 'Full ID of the previewed commit.',
      example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    }),
})
export const TemplateSource = z
  .union([UrlSource, RepositorySource])
  .meta({ id: 'TemplateSource', description: 'A template outside the catalog, pinned to exact content.' })
export type TemplateSource = z.output<typeof TemplateSource>

export const PreviewTemplateBody = z
  .union([
    z.strictObject({ url: HttpsUrl }),
    z.strictObject({
      repository: Repository,
      path: Path,
      ref: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .meta({ description: 'Branch, or full commit ID. Defaults to the default branch.', example: 'main' }),
    }),
  ])
  .meta({ id: 'PreviewTemplateRequest', example: { url: 'https://example.com/template.yaml' } })
export type PreviewTemplate = z.output<typeof PreviewTemplateBody>

export const TemplatePreview = z
  .object({
    status: z.literal('unverified').describe('No one at Longshore has checked the template.'),
    source: TemplateSource.describe(
      'Source of the template, pinned to the content in this response. Send it to deploy exactly this content.',
    ),
    ...details,
    valid: z.boolean().describe('Whether the template can be deployed. False if Longshore refuses a part of it.'),
    problems: ComposePlan.shape.problems,
  })
  .meta({ id: 'TemplatePreview', description: 'A template outside the catalog. Read it before you deploy it.' })
export type TemplatePreview = z.output<typeof TemplatePreview>
