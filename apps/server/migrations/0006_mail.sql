-- Mail waiting to be sent. The text holds codes and links, so it is sealed to the worker and removed once sent.

create table mail_messages (
  id uuid primary key,
  recipient text not null,
  purpose text not null,
  sealed_content text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'no_mail_server', 'failed')),
  expires_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index mail_messages_by_recipient on mail_messages (recipient, created_at desc);
create index mail_messages_age on mail_messages (created_at);
grant select, insert, update, delete on mail_messages to longshore_system;
-- A tenant transaction (an invitation) may queue mail, and read nothing.
grant insert on mail_messages to longshore_tenant;
