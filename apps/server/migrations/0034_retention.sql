-- What retention needs: indexes for what it looks for, and default partitions that it can empty.

-- The sweep of each server asks for the images that a rollback needs, every half minute.
create index releases_with_images on releases (environment_id) where images_removed_at is null;

-- History that is past its time is found without reading all of it. Rows are in the order of their creation.
create index deployments_by_age on deployments using brin (created_at);
create index releases_by_age on releases using brin (created_at);
create index run_event_counters_by_age on run_event_counters using brin (last_at);
create index restores_by_run on restores (run_id);

-- Rows for which there was no partition when they came, and for whose time none will be made any more. Returns how many were removed.
create function empty_default_partition(parent text, ended_before timestamptz, row_limit integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  stored_in text := case when parent = 'runtime_log_chunks' then 'stored_at' else 'created_at' end;
  removed integer;
begin
  if parent not in ('events', 'run_events', 'runtime_log_chunks') or row_limit not between 1 and 100000 then
    raise exception 'no default partition of % for % rows', parent, row_limit;
  end if;
  execute format('delete from public.%1$I where ctid = any(array(select ctid from public.%1$I where %2$I < %3$L limit %4$s))',
    parent || '_default', stored_in, ended_before, row_limit);
  get diagnostics removed = row_count;
  return removed;
end
$$;
revoke execute on function empty_default_partition(text, timestamptz, integer) from public;
grant execute on function empty_default_partition(text, timestamptz, integer) to longshore_system;
