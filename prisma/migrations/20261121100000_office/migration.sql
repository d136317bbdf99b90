-- CreateEnum
CREATE TYPE "AttemptOutcome" AS ENUM ('reached', 'no_answer', 'busy', 'wrong_number');

-- AlterTable
ALTER TABLE "Call" ADD COLUMN     "firstSpokeAt" TIMESTAMP(3),
ADD COLUMN     "lastTopic" TEXT,
ADD COLUMN     "waitsMs" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "Lead" ADD COLUMN     "nextAt" TIMESTAMP(3),
ADD COLUMN     "nextStep" TEXT NOT NULL DEFAULT '';

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

-- CreateIndex
CREATE INDEX "Attempt_leadId_at_idx" ON "Attempt"("leadId", "at");

-- CreateIndex
CREATE INDEX "Call_createdAt_idx" ON "Call"("createdAt");

-- CreateIndex
CREATE INDEX "Lead_mark_createdAt_idx" ON "Lead"("mark", "createdAt");

-- CreateIndex
CREATE INDEX "Lead_phone_createdAt_idx" ON "Lead"("phone", "createdAt");

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_leadId_fkey" FOREIGN KEY ("leadId") REFERENCES "Lead"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The insights read one narrow row a call: what they need of its turns and of its recording is kept with it.
CREATE FUNCTION "keepTurnFacts"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  UPDATE "Call" c SET
    "firstSpokeAt" = (SELECT min(t."startedAt") FROM "Turn" t WHERE t."callId" = c."id" AND t."speaker" = \'agent\'),
    "lastTopic" = (SELECT t."topic" FROM "Turn" t WHERE t."callId" = c."id" AND t."topic" IS NOT NULL
      ORDER BY t."index" DESC LIMIT 1)
  WHERE c."id" IN (SELECT "callId" FROM told)\x3b
  RETURN NULL\x3b
END';

CREATE TRIGGER "Turn_told" AFTER INSERT ON "Turn" REFERENCING NEW TABLE AS told
  FOR EACH STATEMENT EXECUTE FUNCTION "keepTurnFacts"();

CREATE FUNCTION "keepWaits"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  UPDATE "Call" SET "waitsMs" = ARRAY(
    SELECT round((passage->>\'waitS\')::numeric * 1000)::int FROM jsonb_array_elements(NEW."dialogue") passage
    WHERE passage->>\'waitS\' IS NOT NULL)
  WHERE "id" = NEW."callId"\x3b
  RETURN NULL\x3b
END';

CREATE TRIGGER "Lead_dialogue_insert" AFTER INSERT ON "Lead" FOR EACH ROW
  WHEN (NEW."callId" IS NOT NULL AND jsonb_typeof(NEW."dialogue") = 'array') EXECUTE FUNCTION "keepWaits"();
CREATE TRIGGER "Lead_dialogue_update" AFTER UPDATE OF "dialogue", "callId" ON "Lead" FOR EACH ROW
  WHEN (NEW."callId" IS NOT NULL AND jsonb_typeof(NEW."dialogue") = 'array') EXECUTE FUNCTION "keepWaits"();

UPDATE "Call" c SET
  "firstSpokeAt" = (SELECT min(t."startedAt") FROM "Turn" t WHERE t."callId" = c."id" AND t."speaker" = 'agent'),
  "lastTopic" = (SELECT t."topic" FROM "Turn" t WHERE t."callId" = c."id" AND t."topic" IS NOT NULL
    ORDER BY t."index" DESC LIMIT 1);
UPDATE "Lead" SET "dialogue" = "dialogue" WHERE "dialogue" IS NOT NULL;
