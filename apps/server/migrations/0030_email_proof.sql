-- How an address was proved. Only the operator's own link and a code or link sent by mail prove that a person receives its mail:
-- any member can invite any address.
alter table users add column email_proved_by text check (email_proved_by in ('mail', 'setup_link', 'invitation'));
update users u set email_proved_by = case
  when exists (
    select from invitations i
    where i.email_key = u.email_key
      and i.accepted_at between u.email_verified_at - interval '5 seconds' and u.email_verified_at + interval '5 seconds'
  ) then 'invitation' else 'mail' end
where email_verified_at is not null;
