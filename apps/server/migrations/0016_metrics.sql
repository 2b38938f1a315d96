-- What servers and containers use. A look at a server is one small row; each hour its rows become blocks, one for each series, and
-- are deleted. Blocks exist in three resolutions, each with its own time to live.

alter table server_checks add column next_sample_at timestamptz not null default now();

-- A server (without environment), or one place of a service: its containers come and go, the series stays.
create table metric_series (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations on delete cascade,
  server_id uuid not null references servers on delete cascade,
  environment_id uuid references environments on delete cascade,
  -- No foreign key: what a service used stays readable when it was taken out of the list.
  service_id uuid,
  service text check (length(service) between 1 and 63),
  slot integer not null default 0 check (slot between 0 and 999),
  created_at timestamptz not null default now(),
  check ((environment_id is null) = (service_id is null) and (service_id is null) = (service is null))
);
create unique index metric_series_one_of_each
  on metric_series (server_id, environment_id, service_id, slot) nulls not distinct;
create index metric_series_by_environment on metric_series (environment_id) where environment_id is not null;
create index metric_series_by_organization on metric_series (organization_id);
select protect_by_organization('metric_series');

-- Insert and delete only; an hour or two of rows at a time.
create table metric_rounds (
  server_id uuid not null references servers on delete cascade,
  at timestamptz not null,
  organization_id uuid not null references organizations on delete cascade,
  data bytea not null check (length(data) between 1 and 262144),
  primary key (server_id, at)
);
-- Which hours are over.
create index metric_rounds_by_time on metric_rounds (at);
create index metric_rounds_by_organization on metric_rounds (organization_id);
select protect_by_organization('metric_rounds');

create table metric_blocks (
  series_id bigint not null references metric_series on delete cascade,
  -- Seconds between two points; 0 for points as they were taken.
  resolution integer not null check (resolution in (0, 300, 3600)),
  start timestamptz not null,
  organization_id uuid not null,
  data bytea not null check (length(data) between 1 and 262144),
  primary key (series_id, resolution, start)
) with (fillfactor = 80);
-- For what is past its time.
create index metric_blocks_by_age on metric_blocks (resolution, start);
-- The bytes are packed already.
alter table metric_blocks alter column data set storage external;
select protect_by_organization('metric_blocks');
