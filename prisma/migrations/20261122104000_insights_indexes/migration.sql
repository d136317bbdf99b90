-- The marks of a language are counted in the index: a lead's row carries its texts, and a hundred thousand of them are 110 MB.
DROP INDEX "Lead_mark_createdAt_idx";

-- CreateIndex
CREATE INDEX "Lead_mark_createdAt_language_idx" ON "Lead"("mark", "createdAt", "language");
