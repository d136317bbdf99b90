-- CreateEnum
CREATE TYPE "LeadMark" AS ENUM ('to_call', 'called', 'closed');

-- AlterTable
ALTER TABLE "Lead" ADD COLUMN     "dialogue" JSONB,
ADD COLUMN     "mark" "LeadMark" NOT NULL DEFAULT 'to_call',
ADD COLUMN     "missing" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "note" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "peaks" BYTEA,
ADD COLUMN     "searched" TEXT NOT NULL DEFAULT '';

-- What lib/search-text.ts makes of a lead, word by word, each found by its beginning.
CREATE INDEX "Lead_searched_idx" ON "Lead" USING gin (to_tsvector('simple', "searched"));

-- Whoever has the leads page open hears of each change (GET /api/leads/events). The driver that applies migrations cuts
-- them at each semicolon, so \x3b stands for those inside the function.
CREATE FUNCTION "notifyLead"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(\'leads\', coalesce(NEW."id", OLD."id")::text)\x3b
  RETURN NULL\x3b
END';

CREATE TRIGGER "Lead_changed" AFTER INSERT OR UPDATE OR DELETE ON "Lead"
  FOR EACH ROW EXECUTE FUNCTION "notifyLead"();
