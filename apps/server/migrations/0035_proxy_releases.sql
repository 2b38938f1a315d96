-- Which release's proxy servers run. A worker of a newer release takes it over; the claim is a fence that servers keep, so that a
-- worker of the release before neither replaces the proxy nor changes its configuration.
create table proxy_release (
  is_only boolean primary key default true check (is_only),
  generation integer not null,
  -- Of two releases with the same generation the one that started last has it.
  programs text not null check (length(programs) between 1 and 64),
  claim bigint not null,
  -- A release that no worker has is given up after a while, as after a downgrade.
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on proxy_release to longshore_system;

-- A server that was removed and added again may still have the proxy's volume, with the last version of the row before. Counting
-- from the time of the row's creation, no new row undercuts it.
alter table server_proxies alter column wanted_version
  set default (extract(epoch from clock_timestamp()) * 1000)::bigint;
