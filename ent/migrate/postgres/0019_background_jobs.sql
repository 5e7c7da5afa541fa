-- Create "jobs" table
CREATE TABLE "jobs" ("id" character varying NOT NULL, "next_run_at" timestamptz NOT NULL, "holder" character varying NOT NULL DEFAULT '', "held_until" timestamptz NOT NULL, "ran_at" timestamptz NULL, "run_ms" bigint NOT NULL DEFAULT 0, "failures" bigint NOT NULL DEFAULT 0, "failure" character varying NOT NULL DEFAULT '', PRIMARY KEY ("id"));
-- Create "tasks" table
CREATE TABLE "tasks" ("id" uuid NOT NULL, "job" character varying NOT NULL, "payload" character varying NOT NULL, "state" character varying NOT NULL DEFAULT 'waiting', "run_at" timestamptz NOT NULL, "attempts" bigint NOT NULL DEFAULT 0, "failure" character varying NOT NULL DEFAULT '', "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "task_job_payload" to table: "tasks"
CREATE UNIQUE INDEX "task_job_payload" ON "tasks" ("job", "payload");
-- Create index "task_job_state_run_at" to table: "tasks"
CREATE INDEX "task_job_state_run_at" ON "tasks" ("job", "state", "run_at");
-- Create index "task_state_run_at" to table: "tasks"
CREATE INDEX "task_state_run_at" ON "tasks" ("state", "run_at");
-- Waiting mails become tasks, with the payload of jobs.Enqueue.
INSERT INTO tasks (id, job, payload, run_at, attempts, failure, created_at)
SELECT id, 'deliver mail', '"' || id::text || '"', next_try_at, attempts, failure, created_at FROM mails WHERE state = 'waiting';
DROP TABLE leases;
