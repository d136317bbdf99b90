-- A lead of a call bears the call's time: the day and hour that the insights count it under.
UPDATE "Lead" l SET "createdAt" = c."createdAt" FROM "Call" c WHERE c."id" = l."callId" AND l."createdAt" <> c."createdAt";

-- Calls count once they have become a lead.
DELETE FROM "CallDay";
CREATE TRIGGER "Lead_of_day_changed" AFTER INSERT ON "Lead" FOR EACH ROW
  WHEN (NEW."createdAt" < (now() AT TIME ZONE 'UTC') - interval '1 hour') EXECUTE FUNCTION "forgetCallDay"();
CREATE TRIGGER "Lead_of_day_deleted" AFTER DELETE ON "Lead" FOR EACH ROW
  WHEN (OLD."createdAt" < (now() AT TIME ZONE 'UTC') - interval '1 hour') EXECUTE FUNCTION "forgetCallDay"();

-- The time that a visitor has agreed with the agent is the next thing to do, where nobody has done anything yet.
UPDATE "Lead" SET "nextAt" = "callBackAt", "nextStep" = left(coalesce("callBack", ''), 300)
WHERE "callBackAt" IS NOT NULL AND "nextAt" IS NULL AND "mark" = 'to_call'
  AND NOT EXISTS (SELECT 1 FROM "Attempt" a WHERE a."leadId" = "Lead"."id");

-- The office follows what is written and published of the agent's plan.
CREATE FUNCTION "tellPlan"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(\'plans\', \'\')\x3b
  RETURN NULL\x3b
END';
CREATE TRIGGER "PlanDraft_told" AFTER INSERT OR UPDATE OR DELETE ON "PlanDraft" FOR EACH STATEMENT EXECUTE FUNCTION "tellPlan"();
CREATE TRIGGER "PlanVersion_told" AFTER INSERT ON "PlanVersion" FOR EACH STATEMENT EXECUTE FUNCTION "tellPlan"();
