-- Which volume holds a database's data. A restore fills a new one and then changes this row; a deployment reads it and never
-- writes it, so that going back to an older release does not go back to older data.
create table service_data (
  service_id uuid primary key references services on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  -- As in the name of the volume on the server: `data`, or `data-` and a part of the restore's id.
  volume text not null default 'data' check (volume ~ '^data(-[a-z0-9]{1,40})?$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index service_data_by_organization on service_data (organization_id);
select protect_by_organization('service_data');

-- A backup or a file that is brought into a database: in place, with the old data kept for a while, or into a new service.
create table restores (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  service_id uuid not null,
  -- What it is made from: a backup, or an uploaded file.
  source text not null check (source in ('backup', 'import')),
  backup_id uuid references backups on delete set null,
  target text not null check (target in ('in_place', 'new_service')),
  status text not null check (status in ('queued', 'validating', 'snapshotting', 'restoring', 'verifying', 'switching',
    'succeeded', 'failed', 'reverted', 'cancelled')),
  run_id uuid not null,
  -- Made before anything was changed.
  safety_backup_id uuid references backups on delete set null,
  new_volume text not null check (length(new_volume) between 1 and 100),
  old_volume text check (length(old_volume) between 1 and 100),
  -- Until then an undo is possible; null: nothing to undo, or the old volume is gone.
  undo_until timestamptz,
  confirmed_at timestamptz,
  reverted_at timestamptz,
  -- Bytes, statements, rows so far.
  progress jsonb,
  -- Of an import: name and form of the file, limits, what was left out.
  details jsonb,
  error jsonb,
  started_at timestamptz,
  switched_at timestamptz,
  finished_at timestamptz,
  created_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((source = 'backup') or backup_id is null)
) with (fillfactor = 80);
create index restores_by_organization on restores (organization_id, id desc);
create index restores_by_environment on restores (environment_id, id desc);
create index restores_by_backup on restores (backup_id) where backup_id is not null;
create index restores_by_safety_backup on restores (safety_backup_id) where safety_backup_id is not null;
create index restores_undo_ends on restores (undo_until) where undo_until is not null;
select protect_by_organization('restores');
