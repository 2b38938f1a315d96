/** Lists and shows templates. */
import type { Actor } from '../../platform/access/actor.ts'
import type { ComposePlan } from '../projects/check-compose.schemas.ts'
import type { BuiltInTemplates } from './built-in-templates.query.ts'
import type {
  PreviewTemplate,
  TemplateDetails,
  TemplateList,
  TemplatePreview,
  TemplatesQuery,
} from './catalog.schemas.ts'
import type { OpenedTemplate, TemplateOpener } from './open-template.service.ts'

export interface CatalogService {
  list(query: TemplatesQuery): TemplateList
  get(actor: Actor, name: string): Promise<TemplateDetails>
  preview(actor: Actor, body: PreviewTemplate): Promise<TemplatePreview>
}

export function createCatalogService({
  templates,
  opener,
}: {
  templates: BuiltInTemplates
  opener: TemplateOpener
}): CatalogService {
  // Bounded by the number of templates, whose files don't change while the process runs.
  const known = new Map<string, ComposePlan['services']>()
  return {
    list: (query) => ({ items: templates.list(query) }),
    async get(actor, name) {
      const opened = opener.builtIn(name)
      const services = known.get(name) ?? (await opener.read(actor, opened)).plan.services
      known.set(name, services)
      return { name, ...toDetails(opened, services) }
    },
    async preview(actor, body) {
      const opened = await opener.external(actor, body)
      const { plan, isAllowed } = await opener.read(actor, opened)
      return {
        status: 'unverified',
        source: opened.source,
        ...toDetails({ ...opened, template: { ...opened.template, tested: null } }, plan.services),
        valid: isAllowed,
        problems: plan.problems,
      }
    },
  }
}

function toDetails({ used, template, compose }: OpenedTemplate, services: ComposePlan['services']) {
  return { ...template, revision: used.revision, compose, services }
}
