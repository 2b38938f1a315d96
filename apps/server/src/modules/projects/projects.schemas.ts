/** Schemas of projects. */
import { composeProfileSchema } from '@longshore/analyzer/report'
import { z } from 'zod'
import { Version } from '../../platform/http/resource-version.schemas.ts'
import { ShortText } from '../../platform/http/text-fields.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { BackupsOfDeleted, EnvironmentSummary, Permanent } from '../environments/environments.schemas.ts'
import { BranchName, ImageReference, RepositoryPath } from '../environments/source-names.schemas.ts'
import { Analysis, AnalysisSummary } from './analyses.schemas.ts'
import { RepositoryBody } from './repositories.schemas.ts'

export const projectStatuses = ['analyzing', 'analyzed', 'analysis_failed', 'active'] as const
export type ProjectStatus = (typeof projectStatuses)[number]
export const projectSources = ['repository', 'image', 'compose'] as const
export type ProjectSource = (typeof projectSources)[number]

const facts = {
  id: idOf('prj'),
  name: z.string().meta({ description: 'Display name, unique within the organization.', example: 'Shop' }),
  slug: z.string().meta({
    description: 'Short form of the first name, used in hostnames. Renaming the project does not change it.',
    example: 'shop',
  }),
  description: z.string().nullable().describe('Free text for your team. Null if there is none.'),
  source: z
    .enum(projectSources)
    .describe(
      'Where the app comes from. `repository`: a Git repository. `image`: a finished container image. `compose`: pasted compose text.',
    ),
  repository: z
    .object({
      providerId: idOf('git')
        .nullable()
        .describe('Git provider connection that reads the repository. Null if it is read without a credential.'),
      fullName: z.string().meta({ description: 'Owner and name, as in its URL.', example: 'ada/shop' }),
      url: z
        .string()
        .meta({ description: 'Page of the repository at the Git provider.', example: 'https://github.com/ada/shop' }),
      rootDirectory: z.string().meta({
        description: 'Only folder that is read, relative to the repository root. `.` is the root itself.',
        example: '.',
      }),
    })
    .nullable()
    .describe('Git repository of the project. Null unless `source` is `repository`.'),
  branch: z
    .string()
    .nullable()
    .meta({ description: 'Git branch that analyses read. Null means the default branch of the repository.' }),
  image: z.string().nullable().meta({
    description: 'Container image that is deployed. Null unless `source` is `image`.',
    example: 'ghcr.io/owner/shop:1.4.2',
  }),
  composeProfiles: z.array(z.string()).meta({
    description: 'Profiles of the compose file whose services are deployed too. `*` means all.',
    example: ['debug'],
  }),
  isExample: z
    .boolean()
    .describe(
      'True for the example app that `POST /projects/example` deployed. It has no data, so you can delete it anytime.',
    ),
  status: z
    .enum(projectStatuses)
    .describe(
      '`analyzing`: the first analysis, or one after a failure, is in progress. `analyzed`: a report is ready, and you can create an environment. `analysis_failed`: the newest analysis has no report. `active`: it has environments.',
    ),
  environments: z.array(EnvironmentSummary).describe('Running copies of the project, including previews.'),
  deletionRequestedAt: Time.nullable().describe('When someone asked to delete the project. Null if nobody has.'),
  version: Version,
  createdAt: Time.describe('When the project was added to the organization.'),
  updatedAt: Time.describe('When its settings or its status last changed.'),
}
export const Project = z
  .object({
    ...facts,
    analysis: Analysis.nullable().meta({ description: 'Newest analysis with its report. Null if there is none.' }),
  })
  .meta({
    id: 'Project',
    description: 'What you deploy: a repository, an image, or compose text, with what was found in it.',
  })
export type Project = z.output<typeof Project>
export const ProjectSummary = z
  .object({
    ...facts,
    analysis: AnalysisSummary.nullable().meta({
      description: 'Newest analysis without its report. Null if there is none.',
    }),
  })
  .meta({ id: 'ProjectSummary', description: 'A project as lists show it, without the report of its analysis.' })
export type ProjectSummary = z.output<typeof ProjectSummary>

export const ProjectParams = z.object({ id: idOf('prj') })

const Description = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => !text.includes('\u0000'), 'must not contain a null character')
  .meta({ description: 'Free text for your team, up to 2,000 characters.', example: 'What our customers see.' })
export const ComposeText = z
  .string()
  .min(1)
  .max(262_144)
  .refine((text) => !text.includes('\u0000'), 'must not contain a null character')
  .meta({
    description: 'Content of a compose file. It is stored encrypted, because such files often contain passwords.',
    example: 'services:\n  web:\n    image: nginx:1.29\n',
    writeOnly: true,
  })

export const ComposeProfiles = z
  .array(composeProfileSchema)
  .max(50)
  .meta({
    description:
      'Profiles of the compose file whose services are deployed too, as in `COMPOSE_PROFILES`. `*` means all. Services with other profiles are left out.',
    example: ['debug'],
  })

const source = {
  repository: RepositoryBody.optional().describe(
    'Git repository to deploy: either `providerId` and `fullName`, or `url`.',
  ),
  image: ImageReference.optional().meta({
    description: 'Container image to deploy, instead of a repository. Something else builds it.',
  }),
  compose: ComposeText.optional(),
  branch: BranchName.optional().meta({
    description: 'Git branch to analyze. Defaults to the default branch of the repository.',
  }),
  rootDirectory: RepositoryPath.optional().meta({
    description: 'Only directory to read, relative to the repository root.',
  }),
  composeProfiles: ComposeProfiles.optional(),
}
const SourceFields = z.strictObject(source)
const sourceNames = ['repository', 'image', 'compose'] as const

export const CreateProjectBody = z
  .strictObject({
    name: ShortText.meta({
      description: 'Display name, unique within the organization, 1 to 100 characters.',
      example: 'Shop',
    }),
    description: Description.optional(),
    ...source,
  })
  .superRefine((body, context) => checkSource(body, context, 1))
  .meta({
    id: 'CreateProjectRequest',
    description: 'A new project. Send exactly one of `repository`, `image`, and `compose`.',
    example: { name: 'Shop', image: 'ghcr.io/owner/shop:1.4.2' },
  })
export type CreateProject = z.output<typeof CreateProjectBody>

export const RemoveProjectQuery = z.strictObject({
  force: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({
      description:
        'Deletes the project even if one of its servers is unreachable. The audit log lists what stays behind there.',
      example: 'true',
    }),
  backups: BackupsOfDeleted,
  permanent: Permanent,
})
export type RemoveProject = z.output<typeof RemoveProjectQuery>

export const UpdateProjectBody = z
  .strictObject({
    name: ShortText.meta({
      description: 'Display name. Send the current one to keep it; the slug never changes.',
      example: 'Shop',
    }),
    description: Description.nullable()
      .optional()
      .describe('Free text for your team. Null or leaving it out removes it.'),
    ...source,
  })
  .superRefine((body, context) => checkSource(body, context, 0))
  .meta({
    id: 'UpdateProjectRequest',
    description:
      'Replaces the name and the description, and the source if you send one. A new source, branch, directory, or list of profiles is analyzed immediately. Leaving out `composeProfiles` keeps them.',
  })
export type UpdateProject = z.output<typeof UpdateProjectBody>

function checkSource(body: z.output<typeof SourceFields>, context: z.RefinementCtx, atLeast: number): void {
  const given = sourceNames.filter((name) => body[name] !== undefined)
  const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message, input: body })
  if (given.length > 1) fault([given[1] ?? ''], `does not go with ${given[0]}: a project has one source`)
  if (given.length < atLeast) fault(['repository'], 'is required, unless you set image or compose')
  for (const name of ['branch', 'rootDirectory'] as const)
    if (body[name] !== undefined && (body.image !== undefined || body.compose !== undefined))
      fault([name], 'requires a repository')
  if (body.composeProfiles !== undefined && body.image !== undefined)
    fault(['composeProfiles'], 'requires a repository or a compose file')
  const { repository } = body
  if (repository === undefined) return
  const hasProvider = repository.providerId !== undefined && repository.providerId !== null
  if (repository.fullName === undefined && repository.url === undefined)
    fault(['repository', 'fullName'], 'is required, unless you set url')
  else if (repository.url === undefined && !hasProvider)
    fault(['repository', 'providerId'], 'is required with fullName')
}

export const ProjectsQuery = PageQuery.extend({
  q: z.string().min(1).max(100).optional().meta({
    description: 'Text to search for in the display name and the repository. Upper and lower case are the same.',
    example: 'shop',
  }),
})
export type ProjectsQuery = z.output<typeof ProjectsQuery>
