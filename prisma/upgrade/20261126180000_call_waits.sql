-- The insights count all calls in one statement: a call's waits are one text, a character each, in steps of 20 ms.
DROP TRIGGER "Call_of_day_changed" ON "Call";
DROP TRIGGER "Call_of_day_deleted" ON "Call";
DROP TRIGGER "Lead_of_day_changed" ON "Lead";
DROP TRIGGER "Lead_of_day_deleted" ON "Lead";
DROP FUNCTION "forgetCallDay"();
DROP TABLE "CallDay";

-- A value as one character. Postgres has no character 0; 50000 stays below the surrogates.
CREATE FUNCTION "packed"(value int) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN chr(1 + greatest(0, least(value, 50000)));

ALTER TABLE "Call" ADD COLUMN "waits" TEXT NOT NULL DEFAULT '', ADD COLUMN "answers" TEXT NOT NULL DEFAULT '';
UPDATE "Call" SET
  "waits" = (SELECT coalesce(string_agg("packed"(ms / 20), '' ORDER BY n), '') FROM unnest("waitsMs") WITH ORDINALITY AS of(ms, n)),
  "answers" = (SELECT coalesce(string_agg("packed"(ms / 20), '' ORDER BY n), '') FROM unnest("answersMs") WITH ORDINALITY AS of(ms, n))
WHERE "waitsMs" <> '{}' OR "answersMs" <> '{}';
ALTER TABLE "Call" DROP COLUMN "waitsMs", DROP COLUMN "answersMs";

CREATE OR REPLACE FUNCTION "keepTurnFacts"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  UPDATE "Call" c SET
    "firstSpokeAt" = (SELECT min(t."startedAt") FROM "Turn" t WHERE t."callId" = c."id" AND t."speaker" = \'agent\'),
    "lastTopic" = (SELECT t."topic" FROM "Turn" t WHERE t."callId" = c."id" AND t."topic" IS NOT NULL
      ORDER BY t."index" DESC LIMIT 1),
    ("answers", "promptTokens", "outputTokens", "costUsd") = (SELECT
      coalesce(string_agg("packed"((t."metrics"->>\'totalMs\')::float8::int / 20), \'\' ORDER BY t."index")
        FILTER (WHERE t."metrics"->>\'totalMs\' IS NOT NULL), \'\'),
      sum((t."metrics"->>\'promptTokens\')::int), sum((t."metrics"->>\'completionTokens\')::int),
      sum((t."metrics"->>\'costUsd\')::float8)
      FROM "Turn" t WHERE t."callId" = c."id")
  WHERE c."id" IN (SELECT "callId" FROM told)\x3b
  RETURN NULL\x3b
END';
CREATE OR REPLACE FUNCTION "keepWaits"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  UPDATE "Call" SET "waits" = (
    SELECT coalesce(string_agg("packed"(round((passage->>\'waitS\')::numeric * 1000)::int / 20), \'\' ORDER BY n), \'\')
    FROM jsonb_array_elements(NEW."dialogue") WITH ORDINALITY AS of(passage, n) WHERE passage->>\'waitS\' IS NOT NULL)
  WHERE "id" = NEW."callId"\x3b
  RETURN NULL\x3b
END';
