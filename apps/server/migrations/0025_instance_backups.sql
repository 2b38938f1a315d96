-- The control plane's own backups, the keys that somebody took away to keep elsewhere, and what follows a restore. Nothing here
-- belongs to an organisation but what says that a server was looked at again.

create table instance_backups (
  id uuid primary key,
  status text not null check (status in ('running', 'succeeded', 'failed', 'expired')),
  object_key text not null check (length(object_key) between 1 and 500),
  -- Of the archive as it is stored.
  size_bytes bigint check (size_bytes >= 0),
  sha256 text check (length(sha256) = 64),
  -- How many rows, of how many tables; and which keys open it.
  content jsonb,
  error jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((finished_at is null) = (status = 'running')),
  check (status <> 'succeeded' or (sha256 is not null and content is not null))
);
create index instance_backups_by_start on instance_backups (started_at desc);
grant select, insert, update, delete on instance_backups to longshore_system;

-- For each sealing key, when the recovery kit with it was last taken away.
create table instance_recovery_kits (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  exported_at timestamptz not null default now(),
  -- Null: on the machine itself.
  exported_by uuid
);
grant select, insert, update, delete on instance_recovery_kits to longshore_system;

-- A restore begins an epoch. Until a person says that its database is right, nothing on servers is changed by itself.
create table instance_restores (
  epoch integer primary key references workflow_epochs,
  backup_made_at timestamptz not null,
  restored_at timestamptz not null default now(),
  confirmed_at timestamptz,
  confirmed_by uuid
);
grant select, insert, update, delete on instance_restores to longshore_system;

-- In which epoch a server was told the fences of a restored control plane: whoever still works for the one before is refused there.
create table server_epochs (
  server_id uuid primary key references servers on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  epoch integer not null,
  told_at timestamptz not null default now()
);
create index server_epochs_by_organization on server_epochs (organization_id);
select protect_by_organization('server_epochs');
