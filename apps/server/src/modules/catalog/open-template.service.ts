/** Reads templates of the catalog and outside it, and what Longshore would make of their compose files. */
import type { Report } from '@longshore/analyzer/report'
import type { Template } from '@longshore/analyzer/template'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { ComposePlan } from '../projects/check-compose.schemas.ts'
import { countComposeCheck, createComposeReader, planCompose } from '../projects/index.ts'
import type { BuiltInTemplates } from './built-in-templates.query.ts'
import { fetchTemplate } from './calls/fetch-template.definition.ts'
import { catalogProblems } from './catalog.problems.ts'
import type { PreviewTemplate, TemplateSource } from './catalog.schemas.ts'
import type { UsedTemplate } from './environment-templates.repository.ts'

export interface OpenedTemplate {
  used: UsedTemplate
  template: Template
  compose: string
}

export interface OpenTemplateOptions {
  database: Database
  link: Pick<LinkClient, 'call' | 'stream'>
  templates: BuiltInTemplates
}

export interface TemplateOpener {
  builtIn(name: string): OpenedTemplate
  /** Fetches what the source names now. */
  external(actor: Actor, wanted: PreviewTemplate): Promise<OpenedTemplate & { source: TemplateSource }>
  /** Fetches it again, and rejects content other than what the source pins. */
  pinned(actor: Actor, source: TemplateSource): Promise<OpenedTemplate>
  /** Reads the compose file in the worker's sandbox. */
  read(actor: Actor, opened: OpenedTemplate): Promise<{ report: Report; plan: ComposePlan; isAllowed: boolean }>
}

const fetchWithinMs = 45_000
/** Turns on every profile of a compose file. */
const everyProfile = '*'

export function createTemplateOpener({ database, link, templates }: OpenTemplateOptions): TemplateOpener {
  const readCompose = createComposeReader(link)
  const external: TemplateOpener['external'] = async (actor, wanted) => {
    await countComposeCheck(database, actor)
    const { organizationId, userId: actorId } = actor
    const call = { organizationId, actorId, deadlineMs: fetchWithinMs }
    const { source, revision, template, compose } = await link.call(fetchTemplate, { wanted }, call)
    const { title, version } = template
    return { used: { name: null, title, version, revision, source }, template, compose, source }
  }
  const needsNothingMore = async (actor: Actor, { compose }: OpenedTemplate, report: Report) =>
    !asksForMore(report) && !asksForMore(await readCompose(actor, { compose, composeProfiles: [everyProfile] }))
  return {
    external,
    builtIn(name) {
      const found = templates.find(name)
      if (found === undefined) throw new AppError(catalogProblems.template_not_found)
      const { template, revision, compose } = found
      const { title, version } = template
      return { used: { name, title, version, revision, source: null }, template, compose }
    },
    async pinned(actor, source) {
      if (!('url' in source)) {
        const { repository, path, commit } = source
        return await external(actor, { repository, path, ref: commit })
      }
      const opened = await external(actor, { url: source.url })
      if (!('url' in opened.source) || opened.source.sha256 !== source.sha256)
        throw new AppError(catalogProblems.template_changed, 'The URL returns another file than the one you previewed.')
      return opened
    },
    async read(actor, opened) {
      const report = await readCompose(actor, { compose: opened.compose })
      const plan = planCompose(report)
      const isOwn = opened.used.source === null
      return { report, plan, isAllowed: plan.valid && (isOwn || (await needsNothingMore(actor, opened, report))) }
    },
  }
}

/**
 * Exceptions of an operator are for an organization's own files, not for templates that strangers wrote. Someone can turn
 * on a profile later, so services of all profiles count. Warnings alone don't decide, because long lists are cut.
 */
function asksForMore({ services, warnings }: Report): boolean {
  const codes = ['compose_key_refused', 'compose_needs_allowance', 'more_warnings']
  return (
    warnings.some(({ code }) => codes.includes(code)) || services.some(({ container }) => container?.grants != null)
  )
}
