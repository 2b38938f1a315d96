-- Parts of the server that an operator of the instance allows to the containers on it. Null: none. They are about one machine, so a
-- new address or other host keys remove them.
alter table servers add column allowances jsonb check (jsonb_typeof(allowances) = 'object' and length(allowances::text) <= 50000);
