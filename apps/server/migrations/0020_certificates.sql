-- Certificates that proxies get from an authority, as last seen on their servers. The certificates themselves stay there.

create table certificates (
  server_id uuid not null references servers on delete cascade,
  hostname text not null check (length(hostname) between 1 and 253),
  organization_id uuid not null references organizations on delete cascade,
  status text not null default 'pending'
    check (status in ('pending', 'issuing', 'active', 'renewing', 'expired', 'failed')),
  -- Whether the proxy was told that an authority may be asked.
  may_issue boolean not null default false,
  issuer text check (length(issuer) <= 300),
  not_before timestamptz,
  not_after timestamptz,
  renew_at timestamptz,
  next_try_at timestamptz,
  -- Code, message and type of the authority's refusal, and when.
  last_error jsonb,
  -- Of the last try.
  steps jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (server_id, hostname)
) with (fillfactor = 80);
create index certificates_by_hostname on certificates (organization_id, hostname);
select protect_by_organization('certificates');

-- When something about the certificates of a server is expected to have changed. Without a row the regular look at the server is
-- soon enough.
create table certificate_looks (
  server_id uuid primary key references servers on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  look_at timestamptz not null
) with (fillfactor = 80);
create index certificate_looks_due on certificate_looks (look_at);
create index certificate_looks_by_organization on certificate_looks (organization_id);
select protect_by_organization('certificate_looks');

-- Somebody wants to know now, and a certificate to be tried now.
alter table domains add column asked_at timestamptz;

-- A second alert when a certificate has almost ended.
alter table alerts drop constraint alerts_rule_check;
alter table alerts add constraint alerts_rule_check check (rule in ('server_unreachable', 'disk_full', 'disk_filling',
  'memory_full', 'restart_loop', 'certificate_expiring', 'certificate_ending', 'backup_missing')) not valid;
alter table alerts validate constraint alerts_rule_check;
