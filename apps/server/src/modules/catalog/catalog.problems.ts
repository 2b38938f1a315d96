/** API problems of the catalog. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const catalogProblems = defineProblems({
  template_not_found: {
    status: 404,
    title: 'Template not found',
    detail: 'The catalog has no template with this name.',
    hint: 'Check the name, or search the catalog for the app.',
  },
  template_unreachable: {
    status: 422,
    title: 'The template could not be fetched',
    detail: 'The URL did not return a template.',
    hint: 'Open the URL in a browser, and check that it returns the YAML file itself.',
  },
  template_invalid: {
    status: 422,
    title: 'Invalid template',
    detail: 'The template has errors.',
    hint: 'Fix the template, or choose another one. The guide "Deploy from the catalog" describes the format.',
  },
  template_changed: {
    status: 409,
    title: 'The template has changed',
    detail: 'The template differs from the one that you previewed.',
    hint: 'Fetch the template again and read what changed. Then retry with its current revision or source.',
  },
  template_not_deployable: {
    status: 409,
    title: 'The template cannot be deployed',
    detail: 'The compose file has settings that Longshore refuses.',
    hint: 'Preview the template to see its problems. Templates from outside the catalog cannot use parts of the server, even if an operator allows them.',
  },
  no_template: {
    status: 404,
    title: 'Not from a template',
    detail: 'The environment was not created from a template.',
    hint: 'Change its services in their settings, or edit its compose file.',
  },
  template_has_no_update: {
    status: 409,
    title: 'No update',
    detail: 'The environment already uses this revision of the template.',
    hint: 'There is nothing to update. To apply saved changes, start a deployment.',
  },
})
