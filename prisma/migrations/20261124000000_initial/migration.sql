-- CreateEnum
CREATE TYPE "ProcessingStatus" AS ENUM ('pending', 'processing', 'completed', 'failed');

-- CreateEnum
CREATE TYPE "Speaker" AS ENUM ('agent', 'visitor');

-- CreateEnum
CREATE TYPE "CallEnd" AS ENUM ('agent_closed', 'visitor_left', 'agent_failed', 'operator_ended');

-- CreateEnum
CREATE TYPE "LeadMark" AS ENUM ('to_call', 'called', 'closed');

-- CreateEnum
CREATE TYPE "AttemptOutcome" AS ENUM ('reached', 'no_answer', 'busy', 'wrong_number');

-- CreateTable
CREATE TABLE "Call" (
    "id" UUID NOT NULL,
    "room" TEXT NOT NULL,
    "phone" TEXT,
    "language" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "addressHash" TEXT,
    "termsVersion" TEXT,
    "agreedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "agentJobId" TEXT,
    "workerId" TEXT,
    "startedAt" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),
    "endReason" "CallEnd",
    "planVersion" TEXT,
    "trial" BOOLEAN NOT NULL DEFAULT false,
    "firstSpokeAt" TIMESTAMP(3),
    "lastTopic" TEXT,
    "waits" TEXT NOT NULL DEFAULT '',
    "answers" TEXT NOT NULL DEFAULT '',
    "promptTokens" INTEGER,
    "outputTokens" INTEGER,
    "costUsd" DOUBLE PRECISION,
    "scripted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Turn" (
    "callId" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "speaker" "Speaker" NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3) NOT NULL,
    "text" TEXT,
    "topic" TEXT,
    "metrics" JSONB,

    CONSTRAINT "Turn_pkey" PRIMARY KEY ("callId","index")
);

-- CreateTable
CREATE TABLE "Note" (
    "callId" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "topic" TEXT,
    "field" TEXT,
    "value" TEXT NOT NULL,
    "at" TIMESTAMP(3),

    CONSTRAINT "Note_pkey" PRIMARY KEY ("callId","index")
);

-- CreateTable
CREATE TABLE "Lead" (
    "id" UUID NOT NULL,
    "phone" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "durationS" INTEGER NOT NULL DEFAULT 0,
    "audioBytes" INTEGER NOT NULL DEFAULT 0,
    "room" TEXT,
    "callId" UUID,
    "browserHash" TEXT,
    "language" TEXT,
    "audioKey" TEXT,
    "audioType" TEXT,
    "recordedBy" "Speaker" NOT NULL DEFAULT 'visitor',
    "revision" INTEGER NOT NULL DEFAULT 0,
    "status" "ProcessingStatus" NOT NULL DEFAULT 'pending',
    "summary" JSON,
    "answers" JSONB,
    "originalPhone" TEXT,
    "callBack" TEXT,
    "callBackAt" TIMESTAMP(3),
    "handOver" TEXT,
    "transcription" TEXT,
    "verdicts" JSONB,
    "error" TEXT,
    "errorCode" TEXT,
    "heardRevision" INTEGER,
    "dialogue" JSONB,
    "draft" JSONB,
    "peaks" BYTEA,
    "missing" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "mark" "LeadMark" NOT NULL DEFAULT 'to_call',
    "note" TEXT NOT NULL DEFAULT '',
    "nextAt" TIMESTAMP(3),
    "nextStep" TEXT NOT NULL DEFAULT '',
    "announced" BOOLEAN NOT NULL DEFAULT false,
    "missed" BOOLEAN NOT NULL DEFAULT false,
    "termsVersion" TEXT,
    "agreedAt" TIMESTAMP(3),
    "searched" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "Lead_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Attempt" (
    "id" UUID NOT NULL,
    "leadId" UUID NOT NULL,
    "at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outcome" "AttemptOutcome" NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DeskView" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DeskView_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlanVersion" (
    "number" INTEGER NOT NULL,
    "plan" JSONB NOT NULL,
    "author" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "restores" INTEGER,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlanVersion_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "PlanDraft" (
    "id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "plan" JSONB,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PlanDraft_pkey" PRIMARY KEY ("id"),
    -- There is one draft.
    CONSTRAINT "PlanDraft_one_row" CHECK ("id" = 1)
);

-- CreateTable
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

-- CreateTable
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

-- CreateTable
CREATE TABLE "PlanTrial" (
    "revision" INTEGER NOT NULL,
    "plan" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlanTrial_pkey" PRIMARY KEY ("revision")
);

-- CreateTable
CREATE TABLE "DeletedRoom" (
    "room" TEXT NOT NULL,
    "deletedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DeletedRoom_pkey" PRIMARY KEY ("room")
);

-- CreateTable
CREATE TABLE "ConsentLog" (
    "id" UUID NOT NULL,
    "termsVersion" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "agreedAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConsentLog_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "AgentWorker" (
    "id" TEXT NOT NULL,
    "seenAt" TIMESTAMP(3) NOT NULL,
    "maxJobs" INTEGER NOT NULL DEFAULT 0,
    "taken" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "AgentWorker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AdminSession" (
    "id" TEXT NOT NULL,
    "credential" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "listensIn" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "AdminSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "Call_room_key" ON "Call"("room");

-- CreateIndex
CREATE INDEX "Call_browserHash_endedAt_idx" ON "Call"("browserHash", "endedAt");

-- CreateIndex
CREATE INDEX "Call_phone_endedAt_idx" ON "Call"("phone", "endedAt");

-- CreateIndex
CREATE INDEX "Call_createdAt_idx" ON "Call"("createdAt");

-- CreateIndex
CREATE INDEX "Call_endedAt_createdAt_idx" ON "Call"("endedAt", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Lead_room_key" ON "Lead"("room");

-- CreateIndex
CREATE UNIQUE INDEX "Lead_callId_key" ON "Lead"("callId");

-- CreateIndex
CREATE INDEX "Lead_createdAt_id_idx" ON "Lead"("createdAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Lead_mark_createdAt_language_id_idx" ON "Lead"("mark", "createdAt", "language", "id");

-- CreateIndex
CREATE INDEX "Lead_phone_createdAt_idx" ON "Lead"("phone", "createdAt");

-- CreateIndex
CREATE INDEX "Lead_audioKey_idx" ON "Lead"("audioKey");

-- CreateIndex
CREATE INDEX "Attempt_leadId_at_outcome_idx" ON "Attempt"("leadId", "at", "outcome");

-- CreateIndex
CREATE UNIQUE INDEX "SentenceRecording_sentence_key" ON "SentenceRecording"("sentence");

-- AddForeignKey
ALTER TABLE "Turn" ADD CONSTRAINT "Turn_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Note" ADD CONSTRAINT "Note_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Lead" ADD CONSTRAINT "Lead_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_leadId_fkey" FOREIGN KEY ("leadId") REFERENCES "Lead"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The words of a lead's search text, each found by its beginning.
CREATE INDEX "Lead_searched_idx" ON "Lead" USING gin (to_tsvector('simple', "searched"));
-- What is counted at each scrape.
CREATE INDEX "Lead_unfinished_idx" ON "Lead"("status", "updatedAt") WHERE "status" <> 'completed';
CREATE INDEX "Lead_missed_open_idx" ON "Lead"("id") WHERE "missed" AND "mark" = 'to_call';

-- Until the first backup, its age counts from here.
INSERT INTO "Setting" VALUES ('backup', to_jsonb(now()));

-- Functions and triggers. An upgrade makes them from here (scripts/migrate.ts).
-- Prisma's own driver cuts a migration at each semicolon, so \x3b stands for those in a function.

-- Open pages of the office follow these changes.
CREATE FUNCTION notify_lead_changed() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(\'leads\', coalesce(NEW."id", OLD."id")::text)\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER lead_changed AFTER INSERT OR UPDATE OR DELETE ON "Lead"
  FOR EACH ROW EXECUTE FUNCTION notify_lead_changed();

CREATE FUNCTION notify_call_changed() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(\'calls\', NEW."room")\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER call_changed AFTER UPDATE OF "startedAt", "endedAt", "firstSpokeAt" ON "Call"
  FOR EACH ROW EXECUTE FUNCTION notify_call_changed();

CREATE FUNCTION notify_plan_changed() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(\'plans\', \'\')\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER plan_draft_changed AFTER INSERT OR UPDATE OR DELETE ON "PlanDraft" FOR EACH STATEMENT EXECUTE FUNCTION notify_plan_changed();
CREATE TRIGGER plan_version_added AFTER INSERT ON "PlanVersion" FOR EACH STATEMENT EXECUTE FUNCTION notify_plan_changed();

-- The insights read one narrow row per call, so triggers copy figures of turns and recording to it.
-- A value as one character. Postgres has no character 0; 50000 stays below the surrogates.
CREATE FUNCTION pack_value(value int) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN chr(1 + greatest(0, least(value, 50000)));

CREATE FUNCTION update_call_figures() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  UPDATE "Call" c SET
    "firstSpokeAt" = (SELECT min(t."startedAt") FROM "Turn" t WHERE t."callId" = c."id" AND t."speaker" = \'agent\'),
    "lastTopic" = (SELECT t."topic" FROM "Turn" t WHERE t."callId" = c."id" AND t."topic" IS NOT NULL
      ORDER BY t."index" DESC LIMIT 1),
    ("answers", "promptTokens", "outputTokens", "costUsd") = (SELECT
      coalesce(string_agg(pack_value((t."metrics"->>\'totalMs\')::float8::int / 20), \'\' ORDER BY t."index")
        FILTER (WHERE t."metrics"->>\'totalMs\' IS NOT NULL), \'\'),
      sum((t."metrics"->>\'promptTokens\')::int), sum((t."metrics"->>\'completionTokens\')::int),
      sum((t."metrics"->>\'costUsd\')::float8)
      FROM "Turn" t WHERE t."callId" = c."id")
  WHERE c."id" IN (SELECT "callId" FROM added)\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER turns_added AFTER INSERT ON "Turn" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION update_call_figures();

CREATE FUNCTION update_call_waits() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  UPDATE "Call" SET "waits" = (
    SELECT coalesce(string_agg(pack_value(round((passage->>\'waitS\')::numeric * 1000)::int / 20), \'\' ORDER BY n), \'\')
    FROM jsonb_array_elements(NEW."dialogue") WITH ORDINALITY AS of(passage, n) WHERE passage->>\'waitS\' IS NOT NULL)
  WHERE "id" = NEW."callId"\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER lead_dialogue_changed AFTER INSERT OR UPDATE OF "dialogue", "callId" ON "Lead" FOR EACH ROW
  WHEN (NEW."callId" IS NOT NULL AND jsonb_typeof(NEW."dialogue") = 'array') EXECUTE FUNCTION update_call_waits();
