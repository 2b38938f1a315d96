-- Programs of people that run once on a server: release commands, jobs of cron services, seed commands. Their containers outlive the
-- worker that started them, and the next one adopts them by these rows.
create table programs (
  run_id uuid not null references workflow_runs on delete cascade,
  -- Its name on the server.
  container text not null check (length(container) <= 128),
  organization_id uuid not null references organizations on delete cascade,
  -- Where it runs, also when the environment has moved since. Not a reference: a server that was removed leaves a row that says so.
  server_id uuid not null,
  -- Whose release it runs.
  deployment_id uuid not null,
  service text not null,
  -- Written after its container was created and before it was started: a program with a row is never started again.
  begun_at timestamptz not null default now(),
  -- How far the container's log is stored: the Engine's stamp of the last entry of each stream, and how many entries have it.
  stdout_at text,
  stdout_count integer not null default 0,
  stderr_at text,
  stderr_count integer not null default 0,
  -- Raised with each write of output, so that one whose commit was not answered is not written twice.
  writes bigint not null default 0,
  -- How it ended. Its container is removed only afterwards.
  outcome jsonb,
  ended_at timestamptz,
  primary key (run_id, container)
);
create index programs_of_organization on programs (organization_id);
select protect_by_organization('programs');

-- Commands that people run survive the worker, too: the api that follows one asks the next worker for the rest of its output. held_at is
-- the moment until which its container is kept, its time limit included.
alter table one_off_commands
  -- Written after its container was created and before it was started.
  add column begun_at timestamptz,
  -- Its caller has left on purpose, which ends it.
  add column left_at timestamptz;
