-- What the last sweep of a server saw of each environment on it. Nothing depends on it: it is shown to people, and the next sweep
-- replaces it.
create table environment_observations (
  environment_id uuid primary key references environments on delete cascade,
  organization_id uuid not null,
  server_id uuid not null,
  -- Containers of services, with their states.
  instances jsonb not null default '[]' check (jsonb_typeof(instances) = 'array'),
  instances_at timestamptz,
  -- Volumes with their sizes in bytes.
  volumes jsonb not null default '[]' check (jsonb_typeof(volumes) = 'array'),
  volumes_at timestamptz
);
select protect_by_organization('environment_observations');

-- Measuring volumes reads all their folders, so it happens rarely.
alter table server_checks add column next_volume_measurement_at timestamptz not null default now();
