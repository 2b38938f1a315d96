-- What is wrong with servers and what runs on them. One row for each time something went wrong, from its first sign to its end.

alter table server_checks add column next_alert_at timestamptz not null default now();

create table alerts (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  rule text not null check (rule in ('server_unreachable', 'disk_full', 'disk_filling', 'memory_full', 'restart_loop',
    'certificate_expiring', 'backup_missing')),
  -- pending: not yet for long enough to be told; nobody sees it.
  status text not null check (status in ('pending', 'firing', 'resolved')),
  severity text not null check (severity in ('warning', 'critical')),
  server_id uuid not null references servers on delete cascade,
  environment_id uuid references environments on delete cascade,
  project_id uuid,
  -- A service or a hostname.
  subject text check (length(subject) between 1 and 253),
  detail text not null check (length(detail) <= 1000),
  bad_since timestamptz not null,
  -- Null while it is bad; an alert ends when it was good for long enough.
  good_since timestamptz,
  fired_at timestamptz,
  resolved_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((fired_at is null) = (status = 'pending') and (resolved_at is not null) = (status = 'resolved'))
) with (fillfactor = 80);
create unique index alerts_one_open on alerts (server_id, rule, environment_id, subject) nulls not distinct
  where resolved_at is null;
create index alerts_by_organization on alerts (organization_id, id desc);
create index alerts_by_environment on alerts (environment_id) where environment_id is not null;
create index alerts_by_age on alerts (resolved_at) where resolved_at is not null;
select protect_by_organization('alerts');

-- What differs from the defaults.
create table alert_settings (
  organization_id uuid primary key references organizations on delete cascade,
  rules jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select protect_by_organization('alert_settings');

-- Written with the change that it tells; connectors take from here.
create table alert_notifications (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  alert_id uuid not null references alerts on delete cascade,
  action text not null check (action in ('fired', 'resolved')),
  data jsonb not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  unique (alert_id, action)
);
create index alert_notifications_waiting on alert_notifications (created_at) where delivered_at is null;
create index alert_notifications_by_organization on alert_notifications (organization_id);
select protect_by_organization('alert_notifications');
