/** What can go wrong with an uploaded file, as answers of the API and as ends of imports. */
import { defineProblems } from '../../platform/errors/problem.ts'
import { restoreFailures } from '../restores/index.ts'

/** Told at once where the first bytes say it, else as the end of the import. */
function refusal(code: 'import_form_unknown' | 'import_other_engine') {
  const { title, cause: detail, hint } = restoreFailures[code]
  return { status: 422, title, detail, hint } as const
}

export const importProblems = defineProblems({
  import_form_unknown: refusal('import_form_unknown'),
  import_other_engine: refusal('import_other_engine'),
  import_not_confirmed: {
    status: 422,
    title: 'The import is not confirmed',
    detail: 'confirm must be the name of the environment whose data are to be replaced.',
    hint: 'Send the name of the environment as confirm, exactly as it is written.',
  },
  import_service_unknown: {
    status: 422,
    title: 'There is no such database',
    detail: 'The environment has no PostgreSQL or MariaDB of this id, or has several and none was named.',
    hint: 'Name a database of this environment with serviceId.',
  },
  import_file_missing: {
    status: 422,
    title: 'There is no file',
    detail: 'The form has no part called file.',
    hint: 'Send one part called file, or the file itself as application/sql or application/octet-stream.',
  },
  import_too_large: {
    status: 413,
    title: 'The file is too large',
    detail: 'The file has more bytes than this instance accepts.',
    hint: 'Compress it with gzip or zstd, use pg_dump -Fc, or have the operator raise IMPORT_MAX_BYTES.',
  },
  import_store_full: {
    status: 503,
    title: 'There is no room for the file',
    detail: 'The machine of this instance has no room to keep the file until it is imported.',
    hint: 'Have the operator free space in IMPORT_DIRECTORY, then send it again.',
  },
  too_many_imports: {
    status: 429,
    title: 'Too many files are being sent',
    detail: 'Your organisation sends as many files at once as are allowed.',
    hint: 'Wait until one has arrived.',
  },
})
