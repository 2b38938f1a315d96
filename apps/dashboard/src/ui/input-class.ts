/** Apart from the form fields, so that a search box doesn't load the form library. */
export const inputClass =
  'w-full min-h-9 rounded-md border border-line-strong bg-surface px-3 py-1.5 text-sm text-ink placeholder:text-ink-faint aria-invalid:border-bad disabled:opacity-60'
