/** Problems of uploaded files, as API responses and as failures of imports. */
import { defineProblems } from '../../../platform/errors/problem.ts'
import { restoreFailures } from '../restores/restore-failures.problems.ts'

/** Returned immediately if the first bytes reveal it, otherwise as the failure of the import. */
function refusal(code: 'import_format_unknown' | 'import_other_engine') {
  const { title, cause: detail, hint } = restoreFailures[code]
  return { status: 422, title, detail, hint } as const
}

export const importProblems = defineProblems({
  import_format_unknown: refusal('import_format_unknown'),
  import_other_engine: refusal('import_other_engine'),
  import_not_confirmed: {
    status: 422,
    title: "The import isn't confirmed",
    detail: 'confirm must be the name of the environment whose data is replaced.',
    hint: "Send the environment's exact name in confirm.",
  },
  import_service_unknown: {
    status: 422,
    title: 'Database not found',
    detail:
      "The environment has no PostgreSQL or MariaDB database with this ID, or has several and you didn't choose one.",
    hint: 'Choose a database of this environment with serviceId.',
  },
  import_file_missing: {
    status: 422,
    title: 'No file in the request',
    detail: 'The form has no part named file.',
    hint: 'Send one part named file, or the file itself as application/sql or application/octet-stream.',
  },
  import_too_large: {
    status: 413,
    title: 'The file is too large',
    detail: 'The file is larger than this instance accepts.',
    hint: 'Compress it with gzip or zstd, use pg_dump -Fc, or ask the operator to raise IMPORT_MAX_BYTES.',
  },
  import_store_full: {
    status: 503,
    title: 'No disk space for the file',
    detail: "This instance has no disk space to store the file until it's imported.",
    hint: 'Ask the operator to free up space in IMPORT_DIRECTORY, then upload it again.',
  },
  too_many_imports: {
    status: 429,
    title: 'Too many uploads',
    detail: 'Your organization reached its limit of simultaneous uploads.',
    hint: 'Wait until one finishes.',
  },
})
