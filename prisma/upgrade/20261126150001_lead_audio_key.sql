-- From the last of the 22 migrations (commit 89938ec) to the initial one, without its functions and triggers.
DROP FUNCTION "notifyLead", "tellCall", "tellPlan", "keepTurnFacts", "keepWaits", "forgetCallDay" CASCADE;

-- A page of another release reloads instead (docs/decisions/021-images.md).
DROP TABLE "ReleaseFile";
-- The insights count all calls in one statement.
DROP TABLE "CallDay";

-- A call's waits are one text, a character each, in steps of 20 ms.
CREATE FUNCTION pg_temp.pack(values_ms int[]) RETURNS text LANGUAGE sql RETURN (
  SELECT coalesce(string_agg(chr(1 + greatest(0, least(ms / 20, 50000))), '' ORDER BY n), '')
  FROM unnest(values_ms) WITH ORDINALITY AS of(ms, n));
ALTER TABLE "Call" ADD COLUMN "waits" TEXT NOT NULL DEFAULT '', ADD COLUMN "answers" TEXT NOT NULL DEFAULT '';
UPDATE "Call" SET "waits" = pg_temp.pack("waitsMs"), "answers" = pg_temp.pack("answersMs")
WHERE "waitsMs" <> '{}' OR "answersMs" <> '{}';
ALTER TABLE "Call" DROP COLUMN "waitsMs", DROP COLUMN "answersMs";

-- Facts of a deployment share one table. A folder belongs to its database for good, not by a lease.
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);
INSERT INTO "Setting" SELECT 'recordings_folder', to_jsonb("holder") FROM "StorageLease" WHERE "id" = 1;
INSERT INTO "Setting" SELECT 'backup', to_jsonb("madeAt" AT TIME ZONE 'UTC') FROM "BackupRun";
DROP TABLE "StorageLease", "BackupRun";

-- A summary is JSON. One that is no JSON object stays as its text. The type json retains the order of the fields.
CREATE FUNCTION pg_temp.summary(value text) RETURNS json LANGUAGE plpgsql AS E'BEGIN
  RETURN CASE WHEN json_typeof(value::json) = \'object\' THEN value::json ELSE to_json(value) END\x3b
EXCEPTION WHEN others THEN
  RETURN to_json(value)\x3b
END';
ALTER TABLE "Lead" ALTER COLUMN "summary" TYPE JSON USING pg_temp.summary("summary"),
  ADD COLUMN "recordedBy" "Speaker" NOT NULL DEFAULT 'visitor';

ALTER TABLE "PlanDraft" ADD CONSTRAINT "PlanDraft_one_row" CHECK ("id" = 1);

CREATE TABLE "PlanComparison" (
    "id" UUID NOT NULL,
    "draft" TEXT NOT NULL,
    "published" TEXT,
    "language" TEXT NOT NULL,
    "workerId" TEXT,
    "isCancelled" BOOLEAN NOT NULL DEFAULT false,
    "progress" JSONB,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PlanComparison_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "SentenceRecording" (
    "id" UUID NOT NULL,
    "sentence" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "audioKey" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "durationS" DOUBLE PRECISION NOT NULL,
    "problems" TEXT[],
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SentenceRecording_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "SentenceRecording_sentence_key" ON "SentenceRecording"("sentence");
