CREATE TABLE "entries" (
  "id" serial PRIMARY KEY,
  "note" text NOT NULL
);
