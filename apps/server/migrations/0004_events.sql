-- Streams: what happened, in the order in which it was committed.
--
-- A reader that has seen number N must never later meet a smaller one. An identity column cannot promise that: numbers
-- are drawn before the commit, and transactions commit in another order. So every stream has a counter row, its update
-- is held until commit, and the number is drawn under that lock.
--
-- `last_at` makes created_at rise together with seq, also when the clock is set back. Partitions by time therefore hold
-- consecutive ranges of every stream, and dropping an old one removes a prefix, never a piece from the middle.

create table event_counters (
  organization_id uuid primary key,
  seq bigint not null check (seq >= 0),
  last_at timestamptz not null
) with (fillfactor = 50);
select protect_by_organization('event_counters');
revoke delete on event_counters from longshore_tenant;

-- No foreign key: it would lock the organisation's row on each event. What an organisation leaves behind expires.
create table events (
  organization_id uuid not null,
  seq bigint not null,
  id uuid not null,
  kind text not null check (length(kind) between 1 and 64),
  project_id uuid,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, seq, created_at)
) partition by range (created_at);
select protect_by_organization('events');
revoke update, delete on events from longshore_tenant, longshore_system;

create table run_event_counters (
  run_id uuid primary key,
  -- Null for runs of the system itself: no tenant sees them.
  organization_id uuid,
  seq bigint not null check (seq >= 0),
  last_at timestamptz not null,
  closed_at timestamptz,
  -- The last event of a closed stream, kept here so that it outlives the rows.
  final jsonb,
  check ((closed_at is null) = (final is null))
) with (fillfactor = 50);
select protect_by_organization('run_event_counters');
revoke delete on run_event_counters from longshore_tenant;

create table run_events (
  run_id uuid not null,
  organization_id uuid,
  seq bigint not null,
  kind text not null check (length(kind) between 1 and 64),
  data jsonb not null,
  created_at timestamptz not null,
  primary key (run_id, seq, created_at)
) partition by range (created_at);
select protect_by_organization('run_events');
revoke update, delete on run_events from longshore_tenant, longshore_system;

-- Rows for which nobody made a partition in time land here instead of failing somebody's transaction.
create table events_default partition of events default;
create table run_events_default partition of run_events default;
alter table events_default enable row level security;
alter table run_events_default enable row level security;

-- Makes this week's partition and those of the weeks ahead; a partition starts on Monday 00:00 UTC. Roles reach rows
-- only through the parent, where the wall is: a partition has no grants. Returns how many were made.
create function ensure_event_partitions(parent text, weeks_ahead integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  week timestamp;
  name text;
  made integer := 0;
begin
  if parent not in ('events', 'run_events') or weeks_ahead not between 0 and 52 then
    raise exception 'no partitions for % and % weeks', parent, weeks_ahead;
  end if;
  perform pg_advisory_xact_lock(hashtext('ensure_event_partitions'));
  for n in 0..weeks_ahead loop
    week := date_trunc('week', now() at time zone 'UTC') + n * interval '7 days';
    name := parent || '_p' || to_char(week, 'YYYYMMDD');
    continue when to_regclass('public.' || name) is not null;
    execute format('create table public.%I (like public.%I including all)', name, parent);
    execute format('alter table public.%I enable row level security', name);
    -- Attaching needs a default partition without rows of this range, and none may come in between.
    execute format('lock table public.%I in share row exclusive mode', parent || '_default');
    execute format(
      'with moved as (delete from public.%1$I where created_at >= %2$L and created_at < %3$L returning *)
       insert into public.%4$I select * from moved',
      parent || '_default', week at time zone 'UTC', (week + interval '7 days') at time zone 'UTC', name);
    execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
      parent, name, week at time zone 'UTC', (week + interval '7 days') at time zone 'UTC');
    made := made + 1;
  end loop;
  return made;
end
$$;

-- Drops partitions that ended before the given time. Returns how many.
create function drop_event_partitions(parent text, ended_before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  child text;
  dropped integer := 0;
begin
  if parent not in ('events', 'run_events') then raise exception 'no partitions of %', parent; end if;
  perform pg_advisory_xact_lock(hashtext('ensure_event_partitions'));
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ('public.' || parent)::regclass and c.relname ~ '_p[0-9]{8}$' order by 1
  loop
    if (to_date(right(child, 8), 'YYYYMMDD') + 7)::timestamp at time zone 'UTC' <= ended_before then
      execute format('drop table public.%I', child);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end
$$;

revoke execute on function ensure_event_partitions(text, integer), drop_event_partitions(text, timestamptz) from public;
grant execute on function ensure_event_partitions(text, integer), drop_event_partitions(text, timestamptz)
  to longshore_system;

select ensure_event_partitions('events', 4), ensure_event_partitions('run_events', 4);

-- For browsers, whose EventSource cannot send a header: one use, one path, sixty seconds.
create table stream_tickets (
  token_hash bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  actor_kind text not null check (actor_kind in ('session', 'token')),
  actor_id uuid not null,
  user_id uuid not null references users on delete cascade,
  path text not null check (length(path) between 1 and 512),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index stream_tickets_expiry on stream_tickets (expires_at);
select protect_by_organization('stream_tickets');
