-- Whose program made a lead's recording.
ALTER TABLE "Lead" ADD COLUMN "recordedBy" "Speaker" NOT NULL DEFAULT 'visitor';
