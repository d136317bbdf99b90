-- AlterTable
ALTER TABLE "Call" ADD COLUMN     "answersMs" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "costUsd" DOUBLE PRECISION,
ADD COLUMN     "outputTokens" INTEGER,
ADD COLUMN     "promptTokens" INTEGER,
ADD COLUMN     "scripted" BOOLEAN NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION "keepTurnFacts"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  UPDATE "Call" c SET
    "firstSpokeAt" = (SELECT min(t."startedAt") FROM "Turn" t WHERE t."callId" = c."id" AND t."speaker" = \'agent\'),
    "lastTopic" = (SELECT t."topic" FROM "Turn" t WHERE t."callId" = c."id" AND t."topic" IS NOT NULL
      ORDER BY t."index" DESC LIMIT 1),
    ("answersMs", "promptTokens", "outputTokens", "costUsd") = (SELECT
      coalesce(array_agg((t."metrics"->>\'totalMs\')::float8::int ORDER BY t."index")
        FILTER (WHERE t."metrics"->>\'totalMs\' IS NOT NULL), ARRAY[]::int[]),
      sum((t."metrics"->>\'promptTokens\')::int), sum((t."metrics"->>\'completionTokens\')::int),
      sum((t."metrics"->>\'costUsd\')::float8)
      FROM "Turn" t WHERE t."callId" = c."id")
  WHERE c."id" IN (SELECT "callId" FROM told)\x3b
  RETURN NULL\x3b
END';
