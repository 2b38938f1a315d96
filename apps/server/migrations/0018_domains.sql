-- Hostnames that organisations claim: who proved one, what DNS says about it, and when it is looked at again.

create table domains (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- ASCII, lower case, without the last dot.
  hostname text not null check (length(hostname) between 3 and 253),
  -- What a registrar sells: the public suffix and one label.
  apex_domain text not null check (length(apex_domain) between 3 and 253),
  status text not null default 'pending' check (status in ('pending', 'verifying', 'verified', 'failed')),
  -- By what the organisation showed that the hostname is its own; null: it did not, or not any more.
  proof text check (proof in ('txt', 'only_organization')),
  proven_at timestamptz,
  -- The record that proved it is not found since then; after a while the proof lapses.
  proof_missing_since timestamptz,
  routing text not null default 'none' check (routing in ('direct', 'behind_cdn', 'elsewhere', 'none')),
  cdn text check (length(cdn) between 1 and 40),
  -- An authority may be asked for a certificate: the hostname is proven, leads here, and CAA allows it.
  may_issue boolean not null default false,
  -- The proxy may answer under it: it is proven, or nobody else could claim it. Stays when a proof lapses; ends when another
  -- organisation proves the hostname.
  may_serve boolean not null default false,
  -- Asked for through the hostname, and answered by the proxy: whether requests arrive here although a CDN stands between.
  reach_token text not null check (length(reach_token) between 16 and 64),
  reach_answer text not null check (length(reach_answer) between 16 and 64),
  -- What was expected and what each resolver said.
  findings jsonb,
  -- Why it is not verified: code, title, detail, hint.
  problem jsonb,
  failing_since timestamptz,
  attempts integer not null default 0,
  last_checked_at timestamptz,
  verified_at timestamptz,
  next_check_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, hostname),
  check ((proof is null) = (proven_at is null))
) with (fillfactor = 80);
-- One owner in all organisations.
create unique index domains_one_owner on domains (hostname) where proven_at is not null;
create index domains_by_apex on domains (apex_domain) where proven_at is not null;
create index domains_by_organization on domains (organization_id, id desc);
create index domains_due on domains (next_check_at);
select protect_by_organization('domains');

-- A proven hostname that was deleted stays its organisation's for a while: its DNS may still lead here.
create table domain_holds (
  hostname text primary key check (length(hostname) between 3 and 253),
  organization_id uuid not null references organizations on delete cascade,
  apex_domain text not null check (length(apex_domain) between 3 and 253),
  held_until timestamptz not null,
  created_at timestamptz not null default now()
);
create index domain_holds_by_organization on domain_holds (organization_id);
create index domain_holds_by_apex on domain_holds (apex_domain);
create index domain_holds_by_age on domain_holds (held_until);
select protect_by_organization('domain_holds');
