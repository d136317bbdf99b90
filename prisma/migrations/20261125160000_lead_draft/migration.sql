-- Words that a reprocessing has paid for before it is complete: another attempt does not ask for them again.
ALTER TABLE "Lead" ADD COLUMN "draft" JSONB;
