-- Why a deployment failed, as its output shows it, with the changes that can fix it. Null: nothing is known, or it didn't fail.
alter table deployments add column diagnosis jsonb;
