-- Runs that harden a server or take that back. The id is that of the workflow run.
create table hardening_runs (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  server_id uuid not null references servers on delete cascade,
  -- plan: a dry run.
  kind text not null check (kind in ('plan', 'harden', 'revert')),
  status text not null default 'planning'
    check (status in ('planning', 'planned', 'preflight', 'snapshotting', 'armed', 'applying', 'verifying', 'confirmed',
      'rolled_back', 'failed')),
  -- Null: every check that is safe.
  checks text[],
  options jsonb not null default '{}',
  confirm_timeout_seconds integer not null check (confirm_timeout_seconds between 20 and 900),
  changes jsonb not null default '[]',
  skipped jsonb not null default '[]',
  -- As last read on the server: the only truth about what became of the changes.
  guard_state text,
  -- Until then the server returns to its old state unless the run is confirmed.
  armed_until timestamptz,
  -- Of a revert: the runs that it takes back, newest first.
  reverts uuid[] not null default '{}',
  -- Of a confirmed run: taken back by a later one.
  undone_at timestamptz,
  -- What the server's security state was before.
  security_before text,
  error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((finished_at is not null) = (status in ('planned', 'confirmed', 'rolled_back', 'failed')))
);
create index hardening_runs_by_server on hardening_runs (server_id, id desc);
create index hardening_runs_by_organization on hardening_runs (organization_id);
create unique index hardening_runs_one_unfinished on hardening_runs (server_id)
  where finished_at is null and kind <> 'plan';
select protect_by_organization('hardening_runs');
