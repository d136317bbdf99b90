-- The sweep looks up which of the stored recordings a lead names.
CREATE INDEX "Lead_audioKey_idx" ON "Lead"("audioKey");
