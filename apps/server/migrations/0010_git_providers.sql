-- Accounts at Git providers, and GitHub Apps that are being made.

create table git_providers (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('github', 'gitlab', 'bitbucket', 'gitea')),
  -- A person's or robot's token, or a GitHub App of the organisation's own.
  auth text not null check (auth in ('token', 'app')),
  -- Where people browse it; the API's address follows from kind and this. No slash at the end.
  base_url text not null check (length(base_url) between 1 and 300),
  -- The provider's own id of the account: a login can be given to somebody else.
  account_id text not null check (length(account_id) between 1 and 200),
  account_login text not null check (length(account_login) between 1 and 200),
  -- Bitbucket's API tokens go with an e-mail address.
  username text check (length(username) between 1 and 254),
  scopes text[] not null default '{}',
  missing_scopes text[] not null default '{}',
  status text not null default 'connected' check (status in ('connected', 'invalid')),
  -- Why it is invalid: code, title, detail, hint.
  problem jsonb,
  -- Raised whenever the credential changes: what was cached under an older one is not used again.
  generation integer not null default 1,
  sealed_token text,
  -- appId, slug, clientId, installationId.
  app jsonb,
  sealed_app_key text,
  last_checked_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((auth = 'token') = (sealed_token is not null)),
  check ((auth = 'app') = (app is not null)),
  check ((auth = 'app') = (sealed_app_key is not null))
);
create unique index git_providers_one_per_account on git_providers (organization_id, kind, base_url, auth, account_id);
create index git_providers_by_organization on git_providers (organization_id, id desc);
create index git_providers_by_check on git_providers (last_checked_at);
select protect_by_organization('git_providers');

-- Between the click on "make an app" and GitHub's answer. The state is known to one browser; only its hash is here.
create table git_app_requests (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  state_hash bytea not null,
  base_url text not null check (length(base_url) between 1 and 300),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index git_app_requests_by_state on git_app_requests (state_hash);
create index git_app_requests_by_organization on git_app_requests (organization_id, expires_at);
create index git_app_requests_by_user on git_app_requests (user_id);
select protect_by_organization('git_app_requests');
