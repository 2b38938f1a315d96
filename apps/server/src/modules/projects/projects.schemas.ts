/** Shapes of projects. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { ShortText } from '../accounts/accounts.schemas.ts'
import { BackupsOfDeleted, EnvironmentSummary } from '../environments/environments.schemas.ts'
import { BranchName, ImageReference, RepositoryPath } from '../environments/source-names.schemas.ts'
import { Analysis, AnalysisSummary } from './analyses.schemas.ts'
import { RepositoryBody } from './repositories.schemas.ts'

export const projectStatuses = ['analyzing', 'analyzed', 'analysis_failed', 'active'] as const
export type ProjectStatus = (typeof projectStatuses)[number]
export const projectSources = ['repository', 'image', 'compose'] as const
export type ProjectSource = (typeof projectSources)[number]

const facts = {
  id: idOf('prj'),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  source: z.enum(projectSources),
  repository: z
    .object({
      providerId: idOf('git').nullable(),
      fullName: z.string(),
      url: z.string(),
      rootDirectory: z.string(),
    })
    .nullable(),
  branch: z
    .string()
    .nullable()
    .meta({ description: 'The branch that analyses read. Null: the default branch of the repository.' }),
  image: z.string().nullable(),
  status: z.enum(projectStatuses),
  environments: z.array(EnvironmentSummary),
  deletionRequestedAt: Time.nullable(),
  version: z.int(),
  createdAt: Time,
  updatedAt: Time,
}
export const Project = z
  .object({ ...facts, analysis: Analysis.nullable().meta({ description: 'The newest one, with its report.' }) })
  .meta({ id: 'Project' })
export type Project = z.output<typeof Project>
export const ProjectSummary = z
  .object({
    ...facts,
    analysis: AnalysisSummary.nullable().meta({ description: 'The newest one, without its report.' }),
  })
  .meta({ id: 'ProjectSummary' })
export type ProjectSummary = z.output<typeof ProjectSummary>

export const ProjectParams = z.object({ id: idOf('prj') })

const Description = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => !text.includes('\u0000'), 'must not hold a NUL character')
  .meta({ example: 'What our customers see.' })
const ComposeText = z
  .string()
  .min(1)
  .max(262_144)
  .refine((text) => !text.includes('\u0000'), 'must not hold a NUL character')
  .meta({
    description: 'The text of a compose file. Stored sealed, since such files often hold passwords.',
    example: 'services:\n  web:\n    image: nginx:1.29\n',
    writeOnly: true,
  })

const source = {
  repository: RepositoryBody.optional(),
  image: ImageReference.optional().meta({
    description: 'Instead of a repository: an image that somebody else builds.',
  }),
  compose: ComposeText.optional(),
  branch: BranchName.optional().meta({ description: 'Of the repository. Default: its default branch.' }),
  rootDirectory: RepositoryPath.optional().meta({ description: 'Only what is below this folder is looked at.' }),
}
const SourceFields = z.strictObject(source)
const sourceNames = ['repository', 'image', 'compose'] as const

export const CreateProjectBody = z
  .strictObject({ name: ShortText.meta({ example: 'Shop' }), description: Description.optional(), ...source })
  .superRefine((body, context) => checkSource(body, context, 1))
  .meta({
    id: 'CreateProjectRequest',
    description: 'Exactly one of `repository`, `image` and `compose`.',
    example: { name: 'Shop', image: 'ghcr.io/owner/shop:1.4.2' },
  })
export type CreateProject = z.output<typeof CreateProjectBody>

export const RemoveProjectQuery = z.strictObject({
  force: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'Also when a server of it cannot be reached.', example: 'true' }),
  backups: BackupsOfDeleted,
})
export type RemoveProject = z.output<typeof RemoveProjectQuery>

export const UpdateProjectBody = z
  .strictObject({
    name: ShortText.meta({ example: 'Shop' }),
    description: Description.nullable().optional(),
    ...source,
  })
  .superRefine((body, context) => checkSource(body, context, 0))
  .meta({
    id: 'UpdateProjectRequest',
    description:
      'Replaces name and description, and the source if one is given. Another source, branch or folder is analysed at once.',
  })
export type UpdateProject = z.output<typeof UpdateProjectBody>

function checkSource(body: z.output<typeof SourceFields>, context: z.RefinementCtx, atLeast: number): void {
  const given = sourceNames.filter((name) => body[name] !== undefined)
  const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message, input: body })
  if (given.length > 1) fault([given[1] ?? ''], `does not go with ${given[0]}: a project has one source`)
  if (given.length < atLeast) fault(['repository'], 'is needed, or image, or compose')
  for (const name of ['branch', 'rootDirectory'] as const)
    if (body[name] !== undefined && (body.image !== undefined || body.compose !== undefined))
      fault([name], 'belongs to a repository')
  const { repository } = body
  if (repository === undefined) return
  const hasProvider = repository.providerId !== undefined && repository.providerId !== null
  if (repository.fullName === undefined && repository.url === undefined)
    fault(['repository', 'fullName'], 'is needed, or url')
  else if (repository.url === undefined && !hasProvider)
    fault(['repository', 'providerId'], 'is needed with fullName: it says whose repository that is')
}

export const ProjectsQuery = PageQuery.extend({
  q: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Part of the name or of the repository.', example: 'shop' }),
})
export type ProjectsQuery = z.output<typeof ProjectsQuery>
