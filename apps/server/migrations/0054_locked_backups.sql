-- Archives in buckets with object lock. The store refuses to delete them before `locked_until`.
alter table backups
  add column locked_until timestamptz,
  add column lock_mode text check (lock_mode in ('compliance', 'governance')),
  -- Version of the archive in its bucket: it stays readable when somebody hides or overwrites the archive.
  add column object_version text check (length(object_version) between 1 and 1024);
