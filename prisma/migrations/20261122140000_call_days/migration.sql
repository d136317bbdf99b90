-- The insights read what was counted of a day that is over; a change to one of its calls makes it be counted again.
CREATE TABLE "CallDay" (
    "day" DATE NOT NULL,
    "facts" JSON NOT NULL,

    CONSTRAINT "CallDay_pkey" PRIMARY KEY ("day")
);

CREATE FUNCTION "forgetCallDay"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  DELETE FROM "CallDay" WHERE "day" = (coalesce(NEW."createdAt", OLD."createdAt") + interval \'5 hours\')::date\x3b
  RETURN NULL\x3b
END';

-- Days are counted two hours after their end at the earliest: the calls that go on pay nothing for it.
CREATE TRIGGER "Call_of_day_changed" AFTER INSERT OR UPDATE ON "Call" FOR EACH ROW
  WHEN (NEW."createdAt" < (now() AT TIME ZONE 'UTC') - interval '1 hour') EXECUTE FUNCTION "forgetCallDay"();
CREATE TRIGGER "Call_of_day_deleted" AFTER DELETE ON "Call" FOR EACH ROW
  WHEN (OLD."createdAt" < (now() AT TIME ZONE 'UTC') - interval '1 hour') EXECUTE FUNCTION "forgetCallDay"();

-- How the latest call back ended is read in the index alone.
DROP INDEX "Attempt_leadId_at_idx";
CREATE INDEX "Attempt_leadId_at_outcome_idx" ON "Attempt"("leadId", "at", "outcome");

-- The leads of a language, too: their rows carry their texts.
DROP INDEX "Lead_mark_createdAt_language_idx";
CREATE INDEX "Lead_mark_createdAt_language_id_idx" ON "Lead"("mark", "createdAt", "language", "id");
