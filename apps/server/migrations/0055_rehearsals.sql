-- How release commands of the environment are rehearsed on a copy of its databases. Missing fields have their defaults.
alter table environments add column rehearsal jsonb not null default '{}'
  check (jsonb_typeof(rehearsal) = 'object' and length(rehearsal::text) <= 2000);

-- What a release command did to a copy of the databases, before or instead of the real run.
create table deployment_rehearsals (
  deployment_id uuid primary key references deployments on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  status text not null check (status in ('passed', 'reported', 'stopped', 'skipped')),
  report jsonb not null check (jsonb_typeof(report) = 'object' and length(report::text) <= 1000000),
  -- Backups from right before the real run, one for each database.
  checkpoints jsonb not null default '[]' check (jsonb_typeof(checkpoints) = 'array' and length(checkpoints::text) <= 20000),
  created_at timestamptz not null default now()
);
create index deployment_rehearsals_by_organization on deployment_rehearsals (organization_id);
select protect_by_organization('deployment_rehearsals');
