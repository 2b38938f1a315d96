/** Compose text of a project, and of its environments: sealed by the API, opened only by the worker. */
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'

export const projectCompose = defineSealedColumn({
  table: 'projects',
  idColumn: 'id',
  column: 'sealed_compose',
  organizationColumn: 'organization_id',
})

export const composeFileText = defineSealedColumn({
  table: 'compose_files',
  idColumn: 'id',
  column: 'sealed_text',
  organizationColumn: 'organization_id',
})
