-- What pushes do: the hook of an environment at its forge, what came in by it, and what became of that.

-- The settings themselves (enabled, watch paths, required checks) are columns of `environments`.
create table auto_deploys (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- Null: the environment is gone, and a hook may be left at the forge.
  environment_id uuid unique references environments on delete set null,
  -- Of the derived secret. A new generation makes a new secret, and the old one is worth nothing.
  secret_generation integer not null default 1 check (secret_generation > 0),
  -- The same secret for the worker, which gives it to the forge.
  sealed_secret text,
  -- Of the forge; null: not known, then whatever it says in its headers.
  kind text check (kind in ('github', 'gitlab', 'bitbucket', 'gitea')),
  -- The forge's own id of the repository; null: not known yet.
  repository_id text check (length(repository_id) between 1 and 100),
  repository_full_name text check (length(repository_full_name) between 1 and 500),
  -- pending: the worker has not been at the forge yet. manual: somebody pastes URL and secret there.
  hook_status text not null default 'pending' check (hook_status in ('pending', 'registered', 'inactive', 'manual', 'removing', 'none')),
  hook_id text check (length(hook_id) between 1 and 200),
  -- With which account and where the hook was made: the project may have another one by now.
  hook_provider_id uuid references git_providers on delete set null,
  hook_repository text check (length(hook_repository) between 1 and 500),
  hook_url text check (length(hook_url) between 1 and 500),
  hook_generation integer,
  -- code, title, detail, hint.
  hook_problem jsonb,
  hook_checked_at timestamptz,
  next_hook_check_at timestamptz not null default now(),
  -- For instances that forges cannot reach.
  polls boolean not null default false,
  next_poll_at timestamptz,
  -- The tip of the branch as it was last seen by polling, and of which branch.
  seen_branch text check (length(seen_branch) between 1 and 255),
  seen_commit text check (seen_commit ~ '^[0-9a-f]{40,64}$'),
  -- When the checks of a commit that waits for them are asked for again; null: nothing waits.
  next_checks_at timestamptz,
  -- When pushes were last decided: those that come soon after wait a moment and are decided together.
  decided_at timestamptz,
  waiting_commit text check (waiting_commit ~ '^[0-9a-f]{40,64}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auto_deploys_by_organization on auto_deploys (organization_id);
create index auto_deploys_by_provider on auto_deploys (hook_provider_id) where hook_provider_id is not null;
create index auto_deploys_by_hook_check on auto_deploys (next_hook_check_at);
create index auto_deploys_by_poll on auto_deploys (next_poll_at) where next_poll_at is not null;
create index auto_deploys_by_checks on auto_deploys (next_checks_at) where next_checks_at is not null;
select protect_by_organization('auto_deploys');

-- Each delivery once, for seven days.
create table webhook_deliveries (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  -- Whoever inserts holds this row until the end, by the foreign key; whoever decides locks it before reading.
  auto_deploy_id uuid not null references auto_deploys on delete cascade,
  -- The forge's id of the delivery, hashed: its length and content do not matter.
  delivery_hash bytea not null check (octet_length(delivery_hash) = 32),
  -- The id stands in a header that no signature covers: the same body under another id is the same event.
  body_hash bytea check (octet_length(body_hash) = 32),
  origin text not null check (origin in ('webhook', 'poll', 'redelivery')),
  redelivery_of uuid,
  event_name text not null check (length(event_name) between 1 and 100),
  -- ForgeEvent; null: nothing that we act on.
  event jsonb,
  status text not null default 'received' check (status in ('received', 'waiting', 'deployed', 'handled', 'ignored', 'failed')),
  reason text check (length(reason) between 1 and 60),
  deployment_id uuid,
  received_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((decided_at is null) = (status in ('received', 'waiting')))
);
create unique index webhook_deliveries_once on webhook_deliveries (environment_id, delivery_hash);
create unique index webhook_deliveries_once_by_body on webhook_deliveries (environment_id, body_hash) where body_hash is not null;
create index webhook_deliveries_by_environment on webhook_deliveries (environment_id, id desc);
create index webhook_deliveries_by_auto_deploy on webhook_deliveries (auto_deploy_id);
create index webhook_deliveries_by_organization on webhook_deliveries (organization_id);
create index webhook_deliveries_open on webhook_deliveries (environment_id) where decided_at is null;
create index webhook_deliveries_by_age on webhook_deliveries (received_at);
select protect_by_organization('webhook_deliveries');
