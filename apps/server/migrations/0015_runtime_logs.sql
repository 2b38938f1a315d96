-- What the containers of environments wrote and what became of them, kept beyond the containers.
--
-- Lines lie in compressed chunks. A chunk's number is drawn under the lock of the environment's row, so a reader that has seen
-- number N never later meets a smaller one; `last_at` makes stored_at rise with it, so that dropping a partition removes a prefix.

create table runtime_log_heads (
  environment_id uuid primary key references environments on delete cascade,
  organization_id uuid not null,
  seq bigint not null check (seq >= 0),
  -- Of the chunks that are kept, compressed.
  bytes bigint not null check (bytes >= 0),
  last_at timestamptz not null
) with (fillfactor = 50);
select protect_by_organization('runtime_log_heads');

create table runtime_log_chunks (
  environment_id uuid not null references runtime_log_heads on delete cascade,
  organization_id uuid not null,
  seq bigint not null,
  kind text not null check (kind in ('lines', 'deployment', 'event')),
  -- As text: a service may be gone while its lines are still here.
  service text check (length(service) between 1 and 64),
  deployment_id uuid,
  -- The first twelve digits of Docker's id.
  container text check (length(container) <= 64),
  first_at timestamptz not null,
  last_at timestamptz not null,
  line_count integer not null check (line_count > 0),
  body bytea not null check (octet_length(body) <= 1000000),
  stored_at timestamptz not null,
  primary key (environment_id, seq, stored_at)
) partition by range (stored_at);
create index runtime_log_chunks_service on runtime_log_chunks (environment_id, service, seq);
select protect_by_organization('runtime_log_chunks');
-- They are compressed already.
alter table runtime_log_chunks alter column body set storage external;

create table runtime_log_chunks_default partition of runtime_log_chunks default;
alter table runtime_log_chunks_default enable row level security;

-- How far a container's log has been read, written together with the lines. Docker's time stamps as text: they have nine digits
-- after the point and are ordered as text is. Several lines may have the same one, hence the counts.
create table runtime_log_cursors (
  server_id uuid not null references servers on delete cascade,
  container text not null check (length(container) = 64),
  organization_id uuid not null,
  stdout_at text check (length(stdout_at) <= 40),
  stdout_count integer not null,
  stderr_at text check (length(stderr_at) <= 40),
  stderr_count integer not null,
  updated_at timestamptz not null default now(),
  primary key (server_id, container)
) with (fillfactor = 50);
select protect_by_organization('runtime_log_cursors');

-- Which worker reads the logs of a server. What is written without holding it is refused.
create table runtime_log_leases (
  server_id uuid primary key references servers on delete cascade,
  organization_id uuid not null,
  owner uuid not null,
  expires_at timestamptz not null,
  -- Docker's time of the last event that was kept, as text.
  events_at text check (length(events_at) <= 40)
) with (fillfactor = 50);
select protect_by_organization('runtime_log_leases');

create table container_events (
  id uuid primary key,
  organization_id uuid not null,
  environment_id uuid not null references environments on delete cascade,
  service text not null check (length(service) between 1 and 64),
  deployment_id uuid,
  container text not null check (length(container) <= 64),
  kind text not null check (kind in ('started', 'exited', 'out_of_memory', 'healthy', 'unhealthy')),
  exit_code integer,
  at timestamptz not null,
  -- Docker's own time of it: an event that is told again is the same one.
  told_at text not null check (length(told_at) <= 40),
  unique (environment_id, container, kind, told_at)
);
create index container_events_newest on container_events (environment_id, id);
create index container_events_age on container_events (at);
select protect_by_organization('container_events');

-- Makes today's partition and those of the days ahead; a partition starts at 00:00 UTC. As for events, roles reach rows only
-- through the parent. Returns how many were made.
create function ensure_runtime_log_partitions(days_ahead integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  day timestamp;
  name text;
  made integer := 0;
begin
  if days_ahead not between 0 and 60 then raise exception 'no partitions for % days', days_ahead; end if;
  perform pg_advisory_xact_lock(hashtext('ensure_runtime_log_partitions'));
  for n in 0..days_ahead loop
    day := date_trunc('day', now() at time zone 'UTC') + n * interval '1 day';
    name := 'runtime_log_chunks_p' || to_char(day, 'YYYYMMDD');
    continue when to_regclass('public.' || name) is not null;
    execute format('create table public.%I (like public.runtime_log_chunks including all)', name);
    execute format('alter table public.%I enable row level security', name);
    -- Attaching needs a default partition without rows of this range, and none may come in between.
    lock table public.runtime_log_chunks_default in share row exclusive mode;
    execute format(
      'with moved as (delete from public.runtime_log_chunks_default where stored_at >= %1$L and stored_at < %2$L returning *)
       insert into public.%3$I select * from moved',
      day at time zone 'UTC', (day + interval '1 day') at time zone 'UTC', name);
    execute format('alter table public.runtime_log_chunks attach partition public.%I for values from (%L) to (%L)',
      name, day at time zone 'UTC', (day + interval '1 day') at time zone 'UTC');
    made := made + 1;
  end loop;
  return made;
end
$$;

-- Drops partitions that ended before the given time. Returns how many.
create function drop_runtime_log_partitions(ended_before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  child text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_runtime_log_partitions'));
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.runtime_log_chunks'::regclass and c.relname ~ '_p[0-9]{8}$' order by 1
  loop
    if (to_date(right(child, 8), 'YYYYMMDD') + 1)::timestamp at time zone 'UTC' <= ended_before then
      execute format('drop table public.%I', child);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end
$$;

revoke execute on function ensure_runtime_log_partitions(integer), drop_runtime_log_partitions(timestamptz) from public;
grant execute on function ensure_runtime_log_partitions(integer), drop_runtime_log_partitions(timestamptz)
  to longshore_system;

select ensure_runtime_log_partitions(7);

-- Commands that people run in a container of their own. The worker that runs one says so every few seconds: a container whose
-- command nobody holds any more is removed.
create table one_off_commands (
  id uuid primary key,
  organization_id uuid not null,
  environment_id uuid not null references environments on delete cascade,
  container text not null check (length(container) <= 128),
  held_at timestamptz not null default now(),
  ended_at timestamptz
);
create index one_off_commands_running on one_off_commands (environment_id) where ended_at is null;
create index one_off_commands_age on one_off_commands (held_at);
select protect_by_organization('one_off_commands');
