/** Every column that holds sealed values: what a rotation of the sealing key goes through. */
import type { SealedColumn } from './platform/secrets/sealed-column.ts'

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'mail_messages', idColumn: 'id', column: 'sealed_content', organizationColumn: null },
]
