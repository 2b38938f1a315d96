-- Backups of databases and volumes: where they go, when they are made, what was made, and what was shown about each.

-- One key for each organisation: archives are encrypted to it, and its recovery kit holds it.
create table backup_keys (
  id uuid primary key,
  organization_id uuid not null unique references organizations on delete cascade,
  -- An age recipient, age1….
  recipient text not null check (length(recipient) between 10 and 200),
  sealed_identity text not null,
  -- Signs proofs: Ed25519, the public half as SPKI in base64.
  proof_public_key text not null check (length(proof_public_key) between 40 and 200),
  sealed_proof_key text not null,
  -- When a person took the key away to keep it elsewhere.
  exported_at timestamptz,
  created_at timestamptz not null default now()
);
select protect_by_organization('backup_keys');

create table backup_destinations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('s3', 'server', 'control_plane')),
  -- What is not secret: endpoint, region, bucket, prefix, access key id; or the server's id.
  configuration jsonb not null,
  sealed_secret text,
  checked_at timestamptz,
  -- Why the last check failed: code, title, detail, hint.
  problem jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, name),
  check ((type = 's3') = (sealed_secret is not null))
) with (fillfactor = 80);
select protect_by_organization('backup_destinations');

create table backup_configs (
  environment_id uuid primary key references environments on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  enabled boolean not null default true,
  -- Five fields, in the time zone.
  schedule text not null check (length(schedule) between 9 and 100),
  timezone text not null check (length(timezone) between 1 and 64),
  -- After an outage: one backup for all the times that were missed, or none.
  missed text not null default 'run_once' check (missed in ('run_once', 'skip')),
  keep_last integer not null check (keep_last between 1 and 365),
  keep_daily integer not null check (keep_daily between 0 and 365),
  keep_weekly integer not null check (keep_weekly between 0 and 520),
  keep_monthly integer not null check (keep_monthly between 0 and 120),
  destination_id uuid not null references backup_destinations,
  -- Besides the organisation's own key; may open archives too.
  recipient text check (length(recipient) between 10 and 200),
  proof text not null check (proof in ('each', 'daily', 'weekly', 'off')),
  -- Since when backups are wanted: the alert about their absence counts from here.
  enabled_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
create index backup_configs_by_organization on backup_configs (organization_id);
create index backup_configs_by_destination on backup_configs (destination_id);
select protect_by_organization('backup_configs');

create table backups (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- Null once the environment was deleted: what was kept on purpose stays readable by the organisation.
  environment_id uuid references environments on delete set null,
  -- Not a reference: a backup outlives the service it is of.
  service_id uuid not null,
  service_name text not null check (length(service_name) between 1 and 100),
  -- Null: the data of the database. Else the name of a volume.
  volume text check (length(volume) between 1 and 100),
  kind text not null check (kind in ('scheduled', 'manual', 'pre_restore', 'import', 'final')),
  status text not null check (status in ('queued', 'preparing', 'dumping', 'uploading', 'verifying', 'succeeded', 'failed',
    'cancelled', 'expired')),
  run_id uuid not null,
  engine text not null check (engine in ('postgres', 'mariadb', 'redis', 'volume')),
  -- The image that the data is of: it makes the dump and takes it back.
  engine_image text check (length(engine_image) between 1 and 300),
  engine_version text check (length(engine_version) between 1 and 100),
  destination_id uuid references backup_destinations on delete set null,
  object_key text check (length(object_key) between 1 and 500),
  -- Of the archive as it is stored.
  size_bytes bigint check (size_bytes >= 0),
  sha256 text check (length(sha256) = 64),
  manifest jsonb,
  error jsonb,
  -- What a trial restore found: signed, whatever it says.
  proof jsonb,
  proven_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status <> 'succeeded' or (object_key is not null and sha256 is not null and manifest is not null))
) with (fillfactor = 80);
create index backups_by_organization on backups (organization_id, id desc);
create index backups_by_environment on backups (environment_id, id desc) where environment_id is not null;
create index backups_by_service on backups (service_id, finished_at desc) where status = 'succeeded';
create index backups_by_destination on backups (destination_id) where destination_id is not null;
select protect_by_organization('backups');
