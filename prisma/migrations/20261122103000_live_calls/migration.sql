-- The office sees a call begin, go on and end: each turn that is told changes the facts that the call keeps of its turns.
CREATE FUNCTION "tellCall"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(\'calls\', NEW."room")\x3b
  RETURN NULL\x3b
END';

CREATE TRIGGER "Call_told" AFTER UPDATE OF "startedAt", "endedAt", "firstSpokeAt" ON "Call"
  FOR EACH ROW EXECUTE FUNCTION "tellCall"();
