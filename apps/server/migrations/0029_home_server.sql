-- The server that the api itself runs on: its proxy also serves the dashboard.
alter table server_proxies add column serves_dashboard boolean not null default false;
