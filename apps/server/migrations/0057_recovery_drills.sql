-- Rehearsals of a recovery: the environment is rebuilt in isolation from its backups and its live release, checked, measured, and
-- removed again.
create table recovery_settings (
  environment_id uuid primary key references environments on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  -- Null: no automatic drills.
  drill_every text check (drill_every in ('day', 'week', 'month')),
  -- Null: the environment's own server, in an isolated network.
  drill_server_id uuid references servers on delete set null,
  max_recovery_minutes integer check (max_recovery_minutes between 1 and 10080),
  max_loss_minutes integer check (max_loss_minutes between 1 and 525600),
  next_drill_at timestamptz,
  -- When the figures are next compared with the targets.
  next_check_at timestamptz not null default now(),
  -- Codes of the targets that are missed now, so that each is reported once.
  missed text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
create index recovery_settings_by_organization on recovery_settings (organization_id);
create index recovery_settings_by_server on recovery_settings (drill_server_id) where drill_server_id is not null;
create index recovery_settings_due on recovery_settings (next_drill_at) where next_drill_at is not null;
create index recovery_settings_checks on recovery_settings (next_check_at);
select protect_by_organization('recovery_settings');

create table drills (
  -- That of the run.
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  -- Names on the server derive from this, as if it were an environment.
  stand_in_id uuid not null,
  release_id uuid not null references releases on delete cascade,
  server_id uuid not null references servers on delete cascade,
  status text not null check (status in ('queued', 'running', 'passed', 'failed', 'cancelled')),
  trigger text not null check (trigger in ('manual', 'schedule')),
  -- As in moves.
  backups jsonb not null default '[]',
  -- From the first step until everything was healthy.
  recovery_ms bigint check (recovery_ms >= 0),
  -- Age of the oldest backup that was used, at the start.
  data_age_ms bigint check (data_age_ms >= 0),
  error jsonb,
  started_at timestamptz,
  healthy_at timestamptz,
  finished_at timestamptz,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((finished_at is null) = (status in ('queued', 'running')))
) with (fillfactor = 80);
create index drills_by_organization on drills (organization_id, id desc);
create index drills_by_environment on drills (environment_id, id desc);
create index drills_by_release on drills (release_id);
create index drills_by_server on drills (server_id);
create index drills_by_creator on drills (created_by) where created_by is not null;
create unique index drills_stand_ins on drills (stand_in_id);
create unique index drills_under_way on drills (environment_id) where finished_at is null;
select protect_by_organization('drills');
