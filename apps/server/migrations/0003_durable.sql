-- Durable workflows: runs, their journal, the outbox to the engine, locks, slots and schedules.
-- The engine's own store is disposable; everything that must survive is here.

-- A fence is one growing number for the whole instance: later claims outrank earlier ones, also across the runs of one
-- subject, so a target can compare it. The epoch lies above the counter: a restored control plane begins a new one and
-- outranks every fence that was given out after its backup was made.
create table workflow_epochs (
  epoch integer primary key check (epoch between 1 and 8191),
  began_at timestamptz not null default now()
);
insert into workflow_epochs (epoch) values (1);
create sequence workflow_fences maxvalue 1099511627775;
create function next_fence() returns bigint
  language sql volatile
  return (select max(epoch) from workflow_epochs)::bigint * 1099511627776 + nextval('workflow_fences');
grant select, insert on workflow_epochs to longshore_system;
grant usage on sequence workflow_fences to longshore_system;

create table schedules (
  id uuid primary key,
  organization_id uuid references organizations on delete cascade,
  kind text not null,
  key text not null,
  -- Tells several schedules of one subject apart.
  name text not null default '',
  input jsonb not null,
  cron text not null check (length(cron) <= 200),
  timezone text not null,
  missed text not null check (missed in ('run_once', 'skip')),
  enabled boolean not null default true,
  -- Null: never again.
  next_run_at timestamptz,
  last_due_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (kind, key, name)
);
create index schedules_due on schedules (next_run_at) where enabled;
create index schedules_by_organization on schedules (organization_id);
select protect_by_organization('schedules');

create table workflow_runs (
  id uuid primary key,
  -- Null for the work of the instance itself.
  organization_id uuid references organizations on delete cascade,
  kind text not null,
  -- The subject: at most one run of a key is at work.
  key text not null check (length(key) <= 200),
  -- Never secret.
  input jsonb not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'cancelling', 'succeeded', 'failed', 'cancelled', 'superseded')),
  position bigint not null generated always as identity,
  fence bigint not null default 0,
  -- Raised with each submission to the engine.
  generation integer not null default 1,
  -- Claims since the last recorded step: a step that kills its worker each time must end too.
  takeovers integer not null default 0,
  cancel_requested_at timestamptz,
  -- False from the first step on that cannot be taken back.
  cancellable boolean not null default true,
  current_step text,
  -- The start of the current step has been announced by the workflow's hooks.
  step_entered boolean not null default false,
  step_attempt integer not null default 0,
  step_started_at timestamptz,
  waiting_for jsonb,
  -- Gave back its turn at the engine at least once, to wait for a lock or a slot.
  was_parked boolean not null default false,
  error jsonb,
  superseded_by uuid,
  schedule_id uuid references schedules on delete set null,
  due_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((finished_at is not null) = (status in ('succeeded', 'failed', 'cancelled', 'superseded')))
) with (fillfactor = 70);
create unique index workflow_runs_one_at_work on workflow_runs (key) where status in ('running', 'cancelling');
create index workflow_runs_unfinished on workflow_runs (key, position) where finished_at is null;
create unique index workflow_runs_once_per_due_time on workflow_runs (schedule_id, due_at) where schedule_id is not null;
create index workflow_runs_by_organization on workflow_runs (organization_id);
create index workflow_runs_finished on workflow_runs (finished_at) where finished_at is not null;
select protect_by_organization('workflow_runs');
revoke delete on workflow_runs from longshore_tenant;

create table workflow_steps (
  run_id uuid not null references workflow_runs on delete cascade,
  name text not null,
  phase text not null check (phase in ('run', 'undo')),
  attempt integer not null,
  status text not null check (status in ('failed', 'succeeded')),
  output jsonb,
  error jsonb,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (run_id, name, phase)
);
alter table workflow_steps enable row level security;
alter table workflow_steps force row level security;
create policy tenant on workflow_steps for select to longshore_tenant
  using (exists (select from workflow_runs r where r.id = run_id and r.organization_id = (select current_organization())));
create policy system on workflow_steps to longshore_system using (true) with check (true);
grant select on workflow_steps to longshore_tenant;
grant select, insert, update, delete on workflow_steps to longshore_system;

-- What the relay must still hand to the engine. No foreign key: a ticket for a run that is gone does no harm.
create table workflow_outbox (
  id bigint generated always as identity primary key,
  organization_id uuid,
  run_id uuid not null,
  kind text not null,
  key text not null,
  generation integer not null,
  created_at timestamptz not null default now()
);
select protect_by_organization('workflow_outbox');
revoke update, delete on workflow_outbox from longshore_tenant;

-- Held by runs, not by workers: a takeover keeps them and no lease can expire. Null granted_at: waiting in line.
create table workflow_locks (
  resource text not null check (length(resource) <= 200),
  run_id uuid not null references workflow_runs on delete cascade,
  organization_id uuid references organizations on delete cascade,
  mode text not null check (mode in ('shared', 'exclusive')),
  position bigint not null generated always as identity,
  requested_at timestamptz not null default now(),
  granted_at timestamptz,
  primary key (resource, run_id)
);
create index workflow_locks_by_run on workflow_locks (run_id);
create index workflow_locks_by_organization on workflow_locks (organization_id);
create index workflow_locks_waiting on workflow_locks (resource, position) where granted_at is null;
select protect_by_organization('workflow_locks');

create table workflow_slots (
  resource text not null check (length(resource) <= 200),
  run_id uuid not null references workflow_runs on delete cascade,
  organization_id uuid references organizations on delete cascade,
  capacity integer not null check (capacity > 0),
  position bigint not null generated always as identity,
  requested_at timestamptz not null default now(),
  granted_at timestamptz,
  primary key (resource, run_id)
);
create index workflow_slots_by_run on workflow_slots (run_id);
create index workflow_slots_by_organization on workflow_slots (organization_id);
create index workflow_slots_waiting on workflow_slots (resource, position) where granted_at is null;
select protect_by_organization('workflow_slots');
revoke insert, update, delete on workflow_slots from longshore_tenant;

-- When an organisation last got a slot: among equals the one that waited longest since its turn is next.
create table workflow_slot_turns (
  resource text not null,
  organization_id uuid not null references organizations on delete cascade,
  granted_at timestamptz not null,
  primary key (resource, organization_id)
);
create index workflow_slot_turns_by_organization on workflow_slot_turns (organization_id);
grant select, insert, update, delete on workflow_slot_turns to longshore_system;
