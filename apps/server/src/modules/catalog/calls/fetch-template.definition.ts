/** Asks the worker for a template outside the catalog. It fetches and checks it; nothing is stored. */
import { Template } from '@longshore/analyzer/template'
import { z } from 'zod'
import { defineCall } from '../../../platform/link/call.ts'
import { PreviewTemplateBody, Revision, TemplateSource } from '../catalog.schemas.ts'

export const fetchTemplate = defineCall({
  name: 'catalog.fetch-template',
  args: z.strictObject({ wanted: PreviewTemplateBody }),
  result: z.object({ source: TemplateSource, revision: Revision, template: Template, compose: z.string() }),
})
