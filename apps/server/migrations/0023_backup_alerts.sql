-- A backup that failed, or that could not be restored on trial, is told like everything else that needs somebody.
alter table alerts drop constraint alerts_rule_check;
alter table alerts add constraint alerts_rule_check check (rule in ('server_unreachable', 'disk_full', 'disk_filling',
  'memory_full', 'restart_loop', 'certificate_expiring', 'certificate_ending', 'backup_missing', 'backup_failed')) not valid;
alter table alerts validate constraint alerts_rule_check;

-- While a password of a database is being changed both are known, so that whoever dies in between locks nobody out.
alter table service_credentials add column sealed_next_password text;
alter table service_credentials add column rotated_at timestamptz;
