/** Pasted compose text of a project: sealed by the API, opened only by the worker. */
import { defineSealedColumn } from '../../platform/secrets/sealed-column.ts'

export const projectCompose = defineSealedColumn({
  table: 'projects',
  idColumn: 'id',
  column: 'sealed_compose',
  organizationColumn: 'organization_id',
})
