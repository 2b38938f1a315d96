-- Domains of people lead to environments. Such a route belongs to its environment, wherever that runs: it has no server of its
-- own, and moves with it.
alter table routes alter column server_id drop not null;
alter table routes add column domain_id uuid references domains;
-- Redirects, HSTS, names and hashes of sign-ins, limits, the page while nothing is live.
alter table routes add column options jsonb not null default '{}' check (pg_column_size(options) <= 524288);
alter table routes add constraint routes_domain_or_server
  check ((origin = 'domain') = (domain_id is not null) and (origin = 'domain') = (server_id is null)) not valid;
alter table routes validate constraint routes_domain_or_server;
create unique index routes_one_per_domain on routes (domain_id) where domain_id is not null;

-- What the proxy could not use of its configuration, by hostname and reason.
alter table server_proxies add column dropped jsonb not null default '[]';
