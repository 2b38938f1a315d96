-- Which browser a session began in: only that browser gets the successor of a refresh token a second time. Null: the session began
-- before this column.
alter table sessions add column device_hash bytea;
